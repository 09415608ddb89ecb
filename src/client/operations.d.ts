// `npm run generate` writes this file from the API reference.

/** In `AgendaImportResult`. */
export type AbsentAgendaItem = {
readonly agenda_item_id: number;
readonly title: string;
readonly starts_at: string;
};

/** In the answer of `addConferenceAttendee`. */
export type AddedConferenceAttendee = {
readonly status: AttendeeStatus;
/** When the user last registered or joined the waitlist. */
readonly registered_at: string | null;
/** 1 gets the next free seat. An open invitation without a position holds a seat; attendees and invitations wait in one queue. */
readonly waitlist_position: number | null;
readonly checked_in_at: string | null;
/** From an attendee import; null for a user who registered without one. */
readonly ticket_type: string | null;
/** A note of the organizers for the desk and the door. The attendee sees it only in the export of their personal data. */
readonly desk_note: string | null;
/** What links this user to the import row of their seat or ticket type, if it is no messenger id. `username`: anyone can take one that is free, so compare the name with an identity card. `link`, `ticket_code`: the user opened the link of the invitation, or knew the code of the ticket shop. */
readonly claimed_by: ClaimMark | null;
/** null for an invitation. */
readonly user: {
readonly id: number;
/** null for an erased user. Absent without the scope `people:contacts`. */
readonly messenger_id?: number | null;
readonly first_name: string;
readonly last_name: string | null;
/** Absent without the scope `people:contacts`. */
readonly username?: string | null;
readonly company: string | null;
readonly job_title: string | null;
readonly is_blocked: boolean;
} | null;
/** Only for an invitation. */
readonly invitation_id: number | null;
/** Only for an invitation: when the claim of an account by username was taken back, because its user erased it or an administrator gave the invitation back. That account cannot claim it again. */
readonly reopened_at: string | null;
/** The person whom an invitation names. */
readonly invitee: {
/** null for an erased user. Absent without the scope `people:contacts`. */
readonly messenger_id?: number | null;
readonly first_name: string | null;
readonly last_name: string | null;
/** Absent without the scope `people:contacts`. */
readonly username?: string | null;
readonly company: string | null;
readonly job_title: string | null;
/** The last 4 characters of a ticket code of at least 12. */
readonly ticket_code_end: string | null;
readonly is_walk_in: boolean;
/** Whether the e-mail address of the guest is known, as a hash. */
readonly has_email: boolean;
/** Only if an import was asked to keep it. Absent without the scope `people:contacts`. */
readonly email?: string | null;
} | null;
/** Raised by each change of the status, ticket type or note, also by the user and at the door, but not by a promotion from the waitlist. The `ETag` is `"<user_id>.<version>"`. null for an invitation. */
readonly version: number | null;
/** Only with `include=ticket_code`: what the door scans; null without a seat. */
readonly ticket_code?: string | null;
/** The code for the badge of a walk-in, by which the door checks them in. */
readonly guest_code: string | null;
/** By it a walk-in gets their seat in the app. null for a user, without an address of the mini app, and in the answer to a repeated `Idempotency-Key`. */
readonly claim_link: string | null;
};

/** In `AdminAgendaItemPage`, the answer of `createAgendaItem`, the answer of `getAgendaItem`. */
export type AdminAgendaItem = {
readonly id: number;
readonly conference_id: number;
/** The event to attend for this item. */
readonly event_id: number | null;
readonly title: string;
readonly description: string | null;
readonly kind: AgendaKind;
readonly track: string | null;
readonly room: string | null;
readonly starts_at: string;
readonly ends_at: string;
/** The language it is held in, as a BCP 47 tag. */
readonly language: string | null;
/** Its page on the website of the conference. */
readonly url: string | null;
/** Slides, recordings and the like. */
readonly links: readonly ({
readonly title: string | null;
readonly url: string;
})[];
/** A cancelled item stays on the agenda. It is also `cancelled` while its event or conference is. */
readonly status: AgendaStatus;
readonly speakers: readonly AgendaSpeaker[];
/** The order among items with the same start. */
readonly position: number;
readonly created_at: string;
readonly updated_at: string;
/** Raised by each edit of the organizers. The `ETag` is `"<id>.<version>"`. */
readonly version: number;
/** Double-booked rooms and speakers, and rooms that are too small. */
readonly warnings: readonly AgendaWarning[];
};

/** In the answer of `listAgendaItems`. */
export type AdminAgendaItemPage = {
readonly data: readonly AdminAgendaItem[];
readonly pagination: Pagination;
};

/** In `EventCheckIn`, `EventCheckInUndone`, `EventCheckInBatch`. */
export type AdminAttendance = {
readonly status: OwnAttendanceStatus;
/** When the user last registered or joined the waitlist. */
readonly registered_at: string | null;
/** 1 is promoted next; null unless `status` is `waitlisted`. */
readonly waitlist_position: number | null;
readonly checked_in_at: string | null;
/** A note of the organizers for the desk and the door. The attendee sees it only in the export of their personal data. */
readonly desk_note: string | null;
};

/** In `AdminConferencePage`, the answer of `createConference`, the answer of `getAdminConference`. */
export type AdminConference = {
readonly id: number;
readonly slug: string;
readonly name: string;
readonly description: string | null;
readonly starts_on: string;
/** The last day, in the time zone of the conference. */
readonly ends_on: string;
readonly timezone: string;
readonly venue: string | null;
readonly city: string | null;
/** ISO 3166-1 alpha-2 code. */
readonly country: string | null;
readonly website: string | null;
readonly image_url: string | null;
/** null for no limit. */
readonly capacity: number | null;
/** null for no limit. */
readonly spots_left: number | null;
/** `invited`: only organizers add people; `closed`: nobody registers. Either way invited people claim their seats, and the waitlist moves up. */
readonly registration_mode: RegistrationMode;
readonly registration_closes_at: string | null;
/** `waitlist` if the conference is open but full. */
readonly registration_state: RegistrationState;
/** `registered`: only attendees with a seat at the conference may attend its events, and a cancelled registration gives up their seats at coming events. */
readonly event_access: EventAccess;
readonly status: ConferenceStatus;
/** Attendees with a seat, without the waitlist. */
readonly attendee_count: number;
/** Seats held for invited people who have not signed in yet. */
readonly invited_count: number;
/** The number of approved events. */
readonly event_count: number;
readonly created_at: string;
readonly updated_at: string;
/** Seats given beyond the capacity. The next freed seats reduce it. */
readonly over_capacity_count: number;
/** Raised by each edit of the organizers. The `ETag` is `"<id>.<version>"`. */
readonly version: number;
};

/** In `AdminConferenceAttendeePage`, the answer of `updateConferenceAttendee`, the answer of `updateInvitation`. */
export type AdminConferenceAttendee = {
readonly status: AttendeeStatus;
/** When the user last registered or joined the waitlist. */
readonly registered_at: string | null;
/** 1 gets the next free seat. An open invitation without a position holds a seat; attendees and invitations wait in one queue. */
readonly waitlist_position: number | null;
readonly checked_in_at: string | null;
/** From an attendee import; null for a user who registered without one. */
readonly ticket_type: string | null;
/** A note of the organizers for the desk and the door. The attendee sees it only in the export of their personal data. */
readonly desk_note: string | null;
/** What links this user to the import row of their seat or ticket type, if it is no messenger id. `username`: anyone can take one that is free, so compare the name with an identity card. `link`, `ticket_code`: the user opened the link of the invitation, or knew the code of the ticket shop. */
readonly claimed_by: ClaimMark | null;
/** null for an invitation. */
readonly user: {
readonly id: number;
/** null for an erased user. Absent without the scope `people:contacts`. */
readonly messenger_id?: number | null;
readonly first_name: string;
readonly last_name: string | null;
/** Absent without the scope `people:contacts`. */
readonly username?: string | null;
readonly company: string | null;
readonly job_title: string | null;
readonly is_blocked: boolean;
} | null;
/** Only for an invitation. */
readonly invitation_id: number | null;
/** Only for an invitation: when the claim of an account by username was taken back, because its user erased it or an administrator gave the invitation back. That account cannot claim it again. */
readonly reopened_at: string | null;
/** The person whom an invitation names. */
readonly invitee: {
/** null for an erased user. Absent without the scope `people:contacts`. */
readonly messenger_id?: number | null;
readonly first_name: string | null;
readonly last_name: string | null;
/** Absent without the scope `people:contacts`. */
readonly username?: string | null;
readonly company: string | null;
readonly job_title: string | null;
/** The last 4 characters of a ticket code of at least 12. */
readonly ticket_code_end: string | null;
readonly is_walk_in: boolean;
/** Whether the e-mail address of the guest is known, as a hash. */
readonly has_email: boolean;
/** Only if an import was asked to keep it. Absent without the scope `people:contacts`. */
readonly email?: string | null;
} | null;
/** Raised by each change of the status, ticket type or note, also by the user and at the door, but not by a promotion from the waitlist. The `ETag` is `"<user_id>.<version>"`. null for an invitation. */
readonly version: number | null;
/** Only with `include=ticket_code`: what the door scans; null without a seat. */
readonly ticket_code?: string | null;
};

/** In the answer of `listAdminConferenceAttendees`. */
export type AdminConferenceAttendeePage = {
readonly data: readonly AdminConferenceAttendee[];
readonly pagination: CursorPagination;
/** Of the whole list, whatever its filters; at most a second old. */
readonly counts: {
/** Attendees with a seat who have not checked in. */
readonly registered: number;
readonly checked_in: number;
readonly waitlisted: number;
readonly cancelled: number;
/** Open invitations, with or without a seat. */
readonly invited: number;
};
};

/** In the answer of `listAdminConferences`. */
export type AdminConferencePage = {
readonly data: readonly AdminConference[];
readonly pagination: Pagination;
};

/** In `AdminEventPage`, `EventImported`, the answer of `getAdminEvent` and 2 more. */
export type AdminEvent = {
readonly id: number;
readonly slug: string;
readonly conference_id: number | null;
readonly title: string;
readonly description: string | null;
readonly kind: EventKind;
readonly status: EventStatus;
readonly starts_at: string;
readonly ends_at: string;
readonly all_day: boolean;
readonly timezone: string;
readonly venue: Venue;
readonly image_url: string | null;
readonly url: string | null;
readonly organizer: string | null;
readonly tags: readonly string[];
/** null for no limit. */
readonly capacity: number | null;
/** Attendees with a seat, without the waitlist. */
readonly attendee_count: number;
/** null for no limit. */
readonly spots_left: number | null;
/** `invited`: only organizers add people; `closed`: nobody joins. Either way the waitlist moves up. */
readonly registration_mode: RegistrationMode;
readonly registration_closes_at: string | null;
/** `waitlist` if the event is open but full. `cancelled` also while its conference is, `closed` while that is archived. */
readonly registration_state: RegistrationState;
readonly source: ApiEventSource;
readonly created_at: string;
readonly updated_at: string;
/** Seats given beyond the capacity. The next freed seats reduce it. */
readonly over_capacity_count: number;
/** The requester of a side event; null for other events. */
readonly submitted_by: number | null;
/** The requester by name; null for other events. */
readonly submitter: {
readonly id: number;
readonly first_name: string;
readonly last_name: string | null;
/** Absent without the scope `people:contacts`. */
readonly username?: string | null;
} | null;
/** How to reach the requester. Absent without the scope `people:contacts`. */
readonly contact?: string | null;
readonly rejection_reason: string | null;
/** Raised by each edit of the organizers. The `ETag` is `"<id>.<version>"`. */
readonly version: number;
};

/** In `AdminEventAttendeePage`, the answer of `addEventAttendee`, the answer of `updateEventAttendee`. */
export type AdminEventAttendee = {
readonly status: AttendanceStatus;
/** When the user last registered or joined the waitlist. */
readonly registered_at: string | null;
/** 1 is promoted next; null unless `status` is `waitlisted`. */
readonly waitlist_position: number | null;
readonly checked_in_at: string | null;
/** A note of the organizers for the desk and the door. The attendee sees it only in the export of their personal data. */
readonly desk_note: string | null;
readonly user: {
readonly id: number;
/** null for an erased user. Absent without the scope `people:contacts`. */
readonly messenger_id?: number | null;
readonly first_name: string;
readonly last_name: string | null;
/** Absent without the scope `people:contacts`. */
readonly username?: string | null;
readonly company: string | null;
readonly job_title: string | null;
readonly is_blocked: boolean;
};
/** Raised by each change of the status, ticket type or note, also by the user and at the door, but not by a promotion from the waitlist. The `ETag` is `"<user_id>.<version>"`. */
readonly version: number;
/** Only with `include=ticket_code`: what the door scans; null without a seat. */
readonly ticket_code?: string | null;
};

/** In the answer of `listAdminEventAttendees`. */
export type AdminEventAttendeePage = {
readonly data: readonly AdminEventAttendee[];
readonly pagination: CursorPagination;
/** Of the whole list, whatever its filters; at most a second old. */
readonly counts: {
/** Attendees with a seat who have not checked in. */
readonly registered: number;
readonly checked_in: number;
readonly waitlisted: number;
readonly cancelled: number;
};
};

/** In the answer of `listAdminEvents`, the answer of `listPendingEvents`. */
export type AdminEventPage = {
readonly data: readonly AdminEvent[];
readonly pagination: Pagination;
};

/** In `AdminLeaderboardEntryPage`. */
export type AdminLeaderboardEntry = {
/** null for a user whom the board leaves out. */
readonly rank: number | null;
readonly points: number;
/** When the user last gained points. Among users with equal points, the earliest comes first. */
readonly reached_at: string;
readonly user: {
readonly id: number;
readonly first_name: string;
readonly last_name: string | null;
readonly photo_url: string | null;
readonly company: string | null;
};
/** Whether the board has the user. */
readonly is_listed: boolean;
/** false for a user whom an administrator took off all boards. */
readonly is_ranked: boolean;
readonly is_blocked: boolean;
};

/** In the answer of `getAdminLeaderboard`. */
export type AdminLeaderboardEntryPage = {
readonly data: readonly AdminLeaderboardEntry[];
readonly pagination: CursorPagination;
};

/** In `AdminMediaPage`, the answer of `uploadAdminImage`. */
export type AdminMedia = {
readonly id: number;
/** null for a proof, which has only signed URLs. */
readonly url: string | null;
readonly kind: MediaKind;
readonly storage: MediaStorage;
readonly purpose: MediaPurpose;
readonly mime_type: string;
readonly bytes: number;
/** null for a video. */
readonly width: number | null;
readonly height: number | null;
/** Smaller WebP copies of a public image, by their longest side at most. */
readonly variants: {
readonly "96"?: MediaVariant;
readonly "320"?: MediaVariant;
readonly "960"?: MediaVariant;
};
readonly created_at: string;
/** null for an upload by an administrator. */
readonly user_id: number | null;
};

/** In the answer of `getAdminMedia`. */
export type AdminMediaDetails = {
readonly id: number;
/** null for a proof, which has only signed URLs. */
readonly url: string | null;
readonly kind: MediaKind;
readonly storage: MediaStorage;
readonly purpose: MediaPurpose;
readonly mime_type: string;
readonly bytes: number;
/** null for a video. */
readonly width: number | null;
readonly height: number | null;
/** Smaller WebP copies of a public image, by their longest side at most. */
readonly variants: {
readonly "96"?: MediaVariant;
readonly "320"?: MediaVariant;
readonly "960"?: MediaVariant;
};
readonly created_at: string;
/** null for an upload by an administrator. */
readonly user_id: number | null;
/** What shows the file, at most 100. A public URL may also be used elsewhere. */
readonly uses: readonly MediaUse[];
};

/** In the answer of `listAdminMedia`. */
export type AdminMediaPage = {
readonly data: readonly AdminMedia[];
readonly pagination: CursorPagination;
};

/** In the body of `signInAdminByMessenger`. */
export type AdminMessengerSignIn = {
/** The raw launch data of the mini app. */
readonly init_data: string;
/** The public id of one of their keys; without it, their newest key. */
readonly key?: string;
};

/** In `AdminMintPage`. */
export type AdminMint = {
readonly id: number;
readonly token_id: string | null;
readonly transaction_hash: string | null;
/** An https URL on a host of the partner. */
readonly explorer_url: string | null;
/** `sold_out`, `not_eligible`, or `rejected` for any other reason of the partner. */
readonly failure_reason: MintFailure | null;
readonly user: {
readonly id: number;
readonly first_name: string;
readonly last_name: string | null;
/** Absent without the scope `people:contacts`. */
readonly username?: string | null;
};
readonly status: MintStatus;
/** A user has 3; each retry of an administrator is one more. */
readonly try: number;
/** The id of the mint with the partner. */
readonly partner_mint_id: string | null;
readonly created_at: string;
/** The start of the latest try. */
readonly requested_at: string;
readonly finished_at: string | null;
};

/** In the answer of `listAdminMints`. */
export type AdminMintPage = {
readonly data: readonly AdminMint[];
readonly pagination: CursorPagination;
/** Of all mints, whatever the filter. 10,000 are 10,000 or more. */
readonly counts: {
readonly pending: number;
readonly minted: number;
readonly failed: number;
};
};

/** In `AdminPartnerAccountPage`. */
export type AdminPartnerAccount = {
readonly user: {
readonly id: number;
readonly first_name: string;
readonly last_name: string | null;
/** Absent without the scope `people:contacts`. */
readonly username?: string | null;
};
/** `none`: the partner ended the session, so the user needs a new code. */
readonly status: "none" | "otp_sent" | "verified";
/** The id of the user with the partner. */
readonly partner_user_id: string | null;
/** Of the last code, until it is verified. */
readonly otp_expires_at: string | null;
/** Tries of the last code, of 5. */
readonly tries: number;
readonly verified_at: string | null;
/** null before the user requests a mint. */
readonly mint_status: MintStatus | null;
};

/** In the answer of `listAdminPartnerAccounts`. */
export type AdminPartnerAccountPage = {
readonly data: readonly AdminPartnerAccount[];
readonly pagination: CursorPagination;
};

/** In `AdminQuestWithTasks`, `OrderedQuestTasks`, the answer of `createQuestTask`. */
export type AdminQuestTask = {
/** The `task_id` elsewhere. */
readonly id: number;
readonly quest_id: number;
readonly title: string;
readonly description: string | null;
readonly type: TaskType;
readonly points: number;
readonly position: number;
readonly is_required: boolean;
readonly opens_at: string | null;
readonly closes_at: string | null;
/** The state by its own times. */
readonly state: TaskState;
/** How it is approved; follows from the type. */
readonly verification: Verification;
readonly config: TaskConfig;
/** Raised by each edit of the organizers. The `ETag` is `"<id>.<version>"`. */
readonly version: number;
readonly created_at: string;
readonly updated_at: string;
};

/** In the answer of `createQuest`, the answer of `getAdminQuest`, the answer of `updateQuest` and 2 more. */
export type AdminQuestWithTasks = {
readonly id: number;
readonly slug: string;
readonly title: string;
readonly description: string | null;
readonly image_url: string | null;
readonly conference_id: number | null;
readonly event_id: number | null;
readonly is_active: boolean;
readonly is_featured: boolean;
/** `hidden`: inactive, or of a draft conference; only participants and administrators see it. */
readonly state: QuestPhase;
/** null: from the moment it is active. */
readonly starts_at: string | null;
/** null: without an end. */
readonly ends_at: string | null;
/** The time zone of its conference, else UTC. */
readonly timezone: string;
/** `approval`: an organizer admits each participant. */
readonly registration_mode: QuestRegistrationMode;
/** The users who may start: anyone, or attendees of its event or else its conference. */
readonly access: QuestAccess;
/** null for no limit. */
readonly max_participants: number | null;
readonly public_api_enabled: boolean;
/** Points for the whole quest, besides those of its tasks. */
readonly completion_points: number;
/** Opens it in the mini app; null without `MESSENGER_APP_URL`. */
readonly share_url: string | null;
readonly task_count: number;
/** The points of all tasks and the completion. */
readonly total_points: number;
/** The number of participants: admitted, in progress and completed. */
readonly participant_count: number;
readonly created_at: string;
readonly updated_at: string;
/** null if no points were ever edited. */
readonly recalculation: Recalculation | null;
/** Raised by each edit of the organizers. The `ETag` is `"<id>.<version>"`. */
readonly version: number;
readonly tasks: readonly AdminQuestTask[];
};

/** In `ConferenceCheckIn`, `ConferenceCheckInUndone`, `ConferenceCheckInBatch`. */
export type AdminRegistration = {
readonly status: OwnAttendanceStatus;
/** When the user last registered or joined the waitlist. */
readonly registered_at: string | null;
/** 1 is promoted next; null unless `status` is `waitlisted`. */
readonly waitlist_position: number | null;
readonly checked_in_at: string | null;
/** From an attendee import; null for a user who registered without one. */
readonly ticket_type: string | null;
/** A note of the organizers for the desk and the door. The attendee sees it only in the export of their personal data. */
readonly desk_note: string | null;
/** What links this user to the import row of their seat or ticket type, if it is no messenger id. `username`: anyone can take one that is free, so compare the name with an identity card. `link`, `ticket_code`: the user opened the link of the invitation, or knew the code of the ticket shop. */
readonly claimed_by: ClaimMark | null;
};

/** In `AdminRegistrationRequestPage`, the answer of `approveQuestRegistrationRequest`, the answer of `rejectQuestRegistrationRequest`. */
export type AdminRegistrationRequest = {
readonly id: number;
readonly quest: {
readonly id: number;
readonly title: string;
};
readonly user: QuestPerson;
/** `public`: by an unsigned call, which proves nothing about the user. */
readonly source: "self" | "public" | "signed";
readonly status: ReviewStatus;
readonly message: string | null;
/** The reason of the rejection. */
readonly reason: string | null;
readonly requested_at: string;
readonly decided_at: string | null;
};

/** In the answer of `listQuestRegistrationRequests`. */
export type AdminRegistrationRequestPage = {
readonly data: readonly AdminRegistrationRequest[];
readonly pagination: CursorPagination;
};

/** In the answer of `startAdminSession`, the answer of `getAdminSession`. */
export type AdminSession = {
readonly id: number;
/** The id of the key that started it: the `public_id` of a stored key, or 8 hex digits of one of `ADMIN_API_KEY`. */
readonly key: string;
readonly created_at: string;
/** The last request, to the minute. */
readonly last_seen_at: string;
/** Two hours after the last request, and at the latest 14 hours after the start. */
readonly ends_at: string;
};

/** Requires either `key` or `code`. */
export type AdminSessionRequest = {
/** An API key. */
readonly key?: string;
/** A one-time code of a key. */
readonly code?: string;
};

/** In `AdminSpeakerPage`, the answer of `createSpeaker`, the answer of `getAdminSpeaker` and 3 more. */
export type AdminSpeaker = {
readonly id: number;
readonly slug: string;
readonly name: string;
readonly title: string | null;
readonly company: string | null;
readonly bio: string | null;
readonly photo_url: string | null;
readonly is_featured: boolean;
readonly socials: Socials;
/** The speaker’s user account; null if they have none. */
readonly user_id: number | null;
/** Only administrators see drafts. */
readonly status: SpeakerStatus;
readonly created_at: string;
readonly updated_at: string;
/** Drafts included. */
readonly conferences: readonly {
readonly id: number;
readonly slug: string;
readonly name: string;
readonly starts_on: string;
/** The last day, in the time zone of the conference. */
readonly ends_on: string;
readonly status: ConferenceStatus;
/** The position in the lineup; equal positions are sorted by name. */
readonly position: number;
}[];
/** Raised by each edit of the organizers. The `ETag` is `"<id>.<version>"`. */
readonly version: number;
};

/** In the answer of `listAdminSpeakers`. */
export type AdminSpeakerPage = {
readonly data: readonly AdminSpeaker[];
readonly pagination: Pagination;
};

/** In the answer of `createAdminStreamTicket`. */
export type AdminStreamTicket = {
readonly ticket: string;
readonly expires_at: string;
};

/** In the answer of `signInAdminByMessenger`, the answer of `signInAdmin`. */
export type AdminToken = {
readonly token: string;
readonly token_type: "Bearer";
/** The lifetime in seconds. */
readonly expires_in: number;
readonly expires_at: string;
};

/** In the body of `signInAdmin`. */
export type AdminTokenRequest = {
/** What the token may do; without it, what its key may. */
readonly scopes?: readonly ("content:read" | "content:write" | "content:delete" | "content:import" | "attendees:read" | "attendees:write" | "attendees:import" | "attendees:export" | "door:check-in" | "door:read" | "quests:read" | "quests:write" | "quests:review" | "quests:remind" | "quests:secrets" | "quests:export" | "points:write" | "broadcasts:read" | "broadcasts:write" | "broadcasts:send" | "people:read" | "people:contacts" | "people:write" | "people:moderate" | "people:import" | "people:export" | "people:erase" | "reports:read" | "reports:resolve" | "media:read" | "media:open" | "media:write" | "feedback:read" | "feedback:write" | "feedback:export" | "enrichment:read" | "enrichment:run" | "partner:read" | "partner:write" | "audit:read" | "audit:export" | "operations:read" | "operations:write" | "keys:manage")[];
/** The lifetime; without it, and at most, that of the settings. */
readonly ttl_seconds?: number;
};

/** In `AdminUserPage`, the answer of `updateAdminUser`, the answer of `blockUser` and 1 more. */
export type AdminUser = {
readonly id: number;
readonly first_name: string;
readonly last_name: string | null;
readonly photo_url: string | null;
readonly headline: string | null;
readonly company: string | null;
readonly job_title: string | null;
readonly interests: readonly string[];
readonly points: number;
readonly created_at: string;
/** Absent without the scope `people:contacts`. */
readonly messenger_id?: number | null;
/** Absent without the scope `people:contacts`. */
readonly username?: string | null;
readonly socials: Socials;
readonly bio: string | null;
readonly looking_for: string | null;
readonly offering: string | null;
/** The language of the messenger. */
readonly language_code: string | null;
/** The language that the user chose, as a BCP 47 tag; null for the messenger's. */
readonly language: string | null;
readonly is_premium: boolean;
readonly onboarding_status: OnboardingStatus;
readonly onboarding_step: string | null;
readonly notifications_enabled: boolean;
readonly messenger_reachable: boolean;
readonly is_discoverable: boolean;
readonly contact_visibility: ContactVisibility;
/** Whether the organizers may have a headline, tags and interests made from this profile. null until the user decides: then only inside this service, and no text is sent to another one. */
readonly enrichment_enabled: boolean | null;
readonly updated_at: string;
readonly is_blocked: boolean;
/** false for a user whom no leaderboard shows. */
readonly is_ranked: boolean;
/** Raised by each edit of a field that administrators can change, also by the user. The `ETag` is `"<id>.<version>"`. */
readonly version: number;
/** null for an imported user who has never signed in. */
readonly last_seen_at: string | null;
readonly erased_at: string | null;
};

/** Changes the given fields; `null` clears one. */
export type AdminUserChange = {
readonly first_name?: string | null;
readonly last_name?: string | null;
readonly headline?: string | null;
readonly company?: string | null;
readonly job_title?: string | null;
readonly bio?: string | null;
readonly interests?: readonly string[] | null;
readonly looking_for?: string | null;
readonly offering?: string | null;
/** false takes a user off all leaderboards, such as staff. Their points stay. */
readonly is_ranked?: boolean;
};

/** In the answer of `getAdminUser`. */
export type AdminUserDetails = {
readonly id: number;
readonly first_name: string;
readonly last_name: string | null;
readonly photo_url: string | null;
readonly headline: string | null;
readonly company: string | null;
readonly job_title: string | null;
readonly interests: readonly string[];
readonly points: number;
readonly created_at: string;
/** Absent without the scope `people:contacts`. */
readonly messenger_id?: number | null;
/** Absent without the scope `people:contacts`. */
readonly username?: string | null;
readonly socials: Socials;
readonly bio: string | null;
readonly looking_for: string | null;
readonly offering: string | null;
/** The language of the messenger. */
readonly language_code: string | null;
/** The language that the user chose, as a BCP 47 tag; null for the messenger's. */
readonly language: string | null;
readonly is_premium: boolean;
readonly onboarding_status: OnboardingStatus;
readonly onboarding_step: string | null;
readonly notifications_enabled: boolean;
readonly messenger_reachable: boolean;
readonly is_discoverable: boolean;
readonly contact_visibility: ContactVisibility;
/** Whether the organizers may have a headline, tags and interests made from this profile. null until the user decides: then only inside this service, and no text is sent to another one. */
readonly enrichment_enabled: boolean | null;
readonly updated_at: string;
readonly is_blocked: boolean;
/** false for a user whom no leaderboard shows. */
readonly is_ranked: boolean;
/** Raised by each edit of a field that administrators can change, also by the user. The `ETag` is `"<id>.<version>"`. */
readonly version: number;
/** null for an imported user who has never signed in. */
readonly last_seen_at: string | null;
readonly erased_at: string | null;
readonly event_attendances: readonly ({
readonly event: {
readonly id: number;
readonly title: string;
readonly starts_at: string;
readonly ends_at: string;
};
readonly status: AttendanceStatus;
readonly registered_at: string;
readonly checked_in_at: string | null;
/** What the organizers noted for their desk. */
readonly desk_note: string | null;
})[];
readonly conference_attendances: readonly ({
readonly conference: {
readonly id: number;
readonly name: string;
readonly starts_on: string;
readonly ends_on: string;
};
readonly status: AttendanceStatus;
readonly ticket_type: string | null;
readonly claimed_by: ClaimMark | null;
readonly registered_at: string;
readonly checked_in_at: string | null;
/** What the organizers noted for their desk. */
readonly desk_note: string | null;
})[];
/** By their latest activity. Only with the scope `quests:read`. */
readonly quests?: {
readonly count: number;
/** At most 20. */
readonly latest: readonly ({
readonly quest_id: number;
readonly title: string;
readonly status: ParticipantStatus;
readonly points: number;
readonly started_at: string | null;
readonly completed_at: string | null;
})[];
};
/** Only with the scope `feedback:read`. */
readonly feedback?: {
readonly count: number;
/** At most 20. */
readonly latest: readonly ({
readonly id: number;
/** Plain text as it was sent: never show it as HTML or Markdown. */
readonly message: string;
readonly rating: number | null;
readonly category: string | null;
readonly status: FeedbackStatus;
/** The conference that it is about, also that of the event or agenda item. */
readonly conference_id: number | null;
readonly event_id: number | null;
readonly agenda_item_id: number | null;
readonly created_at: string;
})[];
};
/** Notifications in the app and by the messenger. Only with the scope `broadcasts:read`. */
readonly messages?: {
readonly count: number;
/** At most 20. */
readonly latest: readonly ({
readonly id: number;
readonly type: string;
/** The broadcast, if it is one. */
readonly job_id: number | null;
/** null for a notification of the service, which can name other users. */
readonly title: string | null;
readonly created_at: string;
/** null for one that is in the app only. */
readonly delivery_status: DeliveryStatus | null;
readonly reason: string | null;
readonly answered_at: string | null;
})[];
};
/** Uploads. Only with the scope `media:read`. */
readonly media?: {
readonly count: number;
/** At most 20. */
readonly latest: readonly {
readonly id: number;
readonly kind: MediaKind;
readonly purpose: MediaPurpose;
readonly bytes: number;
readonly created_at: string;
}[];
};
/** Accepted connections. */
readonly connection_count: number;
/** The latest 10 changes of the account by administrators. */
readonly audit_log: readonly AuditRow[];
};

/** In the answer of `listAdminUsers`. */
export type AdminUserPage = {
readonly data: readonly AdminUser[];
readonly pagination: CursorPagination;
};

/** In `AdminUserReportPage`, the answer of `resolveUserReport`. */
export type AdminUserReport = {
readonly id: number;
readonly status: "open" | "resolved";
readonly reason: ReportReason;
/** Plain text of the reporter; null once they are erased. */
readonly text: string | null;
/** null once they are erased. */
readonly reporter: {
readonly id: number;
readonly first_name: string;
readonly last_name: string | null;
} | null;
readonly reported: {
readonly id: number;
readonly first_name: string;
readonly last_name: string | null;
readonly is_blocked: boolean;
};
/** As it was when it was reported. */
readonly profile: {
readonly first_name: string;
readonly last_name: string | null;
readonly photo_url: string | null;
readonly headline: string | null;
readonly company: string | null;
readonly job_title: string | null;
readonly bio: string | null;
readonly looking_for: string | null;
readonly offering: string | null;
};
/** null also once the connection is deleted. */
readonly connection_id: number | null;
/** Of the connection, as it was when it was reported. */
readonly message: string | null;
readonly created_at: string;
readonly outcome: "dismissed" | "warned" | "blocked" | null;
/** The note of the moderator; no user sees it. */
readonly note: string | null;
readonly resolved_at: string | null;
};

/** In the answer of `listUserReports`. */
export type AdminUserReportPage = {
readonly data: readonly AdminUserReport[];
readonly pagination: CursorPagination;
};

/** In `AdministratorPage`, the answer of `createAdministrator`, the answer of `updateAdministrator`. */
export type Administrator = {
readonly id: number;
readonly name: string;
/** Absent without the scope `people:contacts`. */
readonly email?: string | null;
/** Absent without the scope `people:contacts`. */
readonly messenger_id?: number | null;
/** None of their keys opens anything since then. */
readonly disabled_at: string | null;
/** The administrator who created them. */
readonly created_by: number | null;
readonly created_at: string;
};

/** Changes the given fields; `null` clears one. */
export type AdministratorChange = {
readonly name?: string;
readonly email?: string | null;
/** Lets them sign in with the launch data of the mini app. */
readonly messenger_id?: number | null;
/** Whether none of their keys opens anything. */
readonly is_disabled?: boolean;
};

/** In the answer of `listAdministrators`. */
export type AdministratorPage = {
readonly data: readonly Administrator[];
readonly pagination: Pagination;
};

/** In the answer of `getAgendaBySlug`, the answer of `getAgenda`. */
export type Agenda = {
readonly conference: Conference;
/** Items grouped by the day they start on, in the time zone of the conference. */
readonly days: readonly {
readonly date: string;
readonly items: readonly AgendaItem[];
}[];
/** All tracks of the agenda, ignoring the filters. */
readonly tracks: readonly string[];
/** All rooms of the agenda, ignoring the filters. */
readonly rooms: readonly string[];
/** Send it as the next `updated_since`. The ETag ignores it: after 304, keep the older one. */
readonly as_of: string;
/** Only with `updated_since`: ids that may have left this list. */
readonly gone?: readonly number[];
};

/** In the body of `orderRooms`, the body of `orderTracks`. */
export type AgendaGroupOrder = {
/** All of the conference, in their new order. */
readonly ids: readonly number[];
};

/** In `AgendaImportResult`. */
export type AgendaImportChange = {
/** With `dry_run`, a created item has an id that no item gets. */
readonly agenda_item_id: number;
readonly title: string;
readonly starts_at: string;
readonly result: "created" | "updated" | "cancelled";
/** The fields of an updated item that differ, with their values before and after. */
readonly changes: readonly ({
readonly field: "title" | "starts_at" | "ends_at" | "room" | "track" | "kind" | "status" | "speaker_ids" | "language" | "url" | "links" | "description";
readonly from: unknown;
readonly to: unknown;
})[];
};

/** A JSON list, a schedule, or a form with a file: a .csv or .xlsx sheet, the schedule.json or schedule.xml of pretalx, frab or FOSDEM, or the JSON of Sessionize (“All data”, “Sessions” or “Schedule Grid”). Rows need `title`, `starts_at` and `ends_at`; times without an offset are local times of the conference. `speakers` are names separated by `|`, with `speaker_titles` and `speaker_companies` in the same order. An empty cell keeps the current value. */
export type AgendaImportRequest = {
/** Each row with title, starts_at, ends_at, room, track, kind, description, language, url, links, speakers, speaker_titles, speaker_companies, import_key, import_source. */
readonly items?: readonly unknown[];
/** The `schedule` of a schedule.json, as pretalx and frab export it. */
readonly schedule?: Readonly<Record<string, unknown>>;
/** From “All data” of Sessionize, with `speakers`, `rooms` and `categories`. */
readonly sessions?: readonly unknown[];
readonly speakers?: readonly unknown[];
readonly rooms?: readonly unknown[];
readonly categories?: readonly unknown[];
};

/** In the answer of `importAgenda`. */
export type AgendaImportResult = {
readonly total: number;
readonly created: number;
readonly updated: number;
readonly unchanged: number;
readonly failed: number;
readonly dry_run: boolean;
/** At most the first 1,000. */
readonly errors: readonly RowError[];
readonly ignored_columns: readonly string[];
readonly warnings: readonly string[];
/** As `warnings`, each with what it means to a program. */
readonly remarks: readonly ({
readonly message: string;
/** For programs, as `too_long`; more can come. */
readonly code: string;
/** What the sentence says, as `max`. */
readonly params: Readonly<Record<string, string | number | readonly (string | number)[]>>;
})[];
/** Speakers who were created. */
readonly speakers_created: number;
/** Known speakers with a new name or other new fields. */
readonly speakers_updated: number;
/** The absent items that were cancelled. */
readonly cancelled: number;
/** What an earlier import from the same source (the host of a schedule, Sessionize, or sheets) brought and this one has not. Cancelled items are left out. */
readonly absent: readonly AbsentAgendaItem[];
/** Rooms of the conference that no agenda item and no event has after the import, as after a rename at the source: what organizers may delete. */
readonly unused_rooms: readonly UnusedRoom[];
/** The first 1,000 items that were created, updated or cancelled. */
readonly changed: readonly AgendaImportChange[];
/** Only with `dry_run`: the number of users whom the change would notify. */
readonly would_notify?: number;
};

/** In `Agenda`. */
export type AgendaItem = {
readonly id: number;
readonly conference_id: number;
/** The event to attend for this item. */
readonly event_id: number | null;
readonly title: string;
readonly description: string | null;
readonly kind: AgendaKind;
readonly track: string | null;
readonly room: string | null;
readonly starts_at: string;
readonly ends_at: string;
/** The language it is held in, as a BCP 47 tag. */
readonly language: string | null;
/** Its page on the website of the conference. */
readonly url: string | null;
/** Slides, recordings and the like. */
readonly links: readonly ({
readonly title: string | null;
readonly url: string;
})[];
/** A cancelled item stays on the agenda. It is also `cancelled` while its event or conference is. */
readonly status: AgendaStatus;
readonly speakers: readonly AgendaSpeaker[];
/** The order among items with the same start. */
readonly position: number;
readonly created_at: string;
readonly updated_at: string;
};

/** Updates the given fields; `null` clears one. The conference cannot be changed. Fields updated on an item with an event no longer follow the event. */
export type AgendaItemChange = {
/** An event of the same conference, which the item follows. */
readonly event_id?: number | null;
readonly title?: string;
readonly description?: string | null;
readonly kind?: AgendaKind;
readonly track?: string | null;
readonly room?: string | null;
readonly starts_at?: string;
/** After `starts_at`. */
readonly ends_at?: string;
readonly language?: string | null;
/** Its page on the website of the conference. */
readonly url?: string | null;
/** Replaces all links of the item. */
readonly links?: readonly ({
readonly title?: string | null;
readonly url: string;
})[] | null;
readonly status?: AgendaStatus;
/** The order among items with the same start. 0 to 1000000. */
readonly position?: number;
/** In display order. Replaces all speakers of the item. */
readonly speaker_ids?: readonly number[] | null;
/** Whether the attendees of the event and the users who keep the item are notified. True by default. */
readonly notify?: boolean;
};

/** In the answer of `getPublicAgendaItem`. */
export type AgendaItemDetails = {
readonly id: number;
readonly conference_id: number;
/** The event to attend for this item. */
readonly event_id: number | null;
readonly title: string;
readonly description: string | null;
readonly kind: AgendaKind;
readonly track: string | null;
readonly room: string | null;
readonly starts_at: string;
readonly ends_at: string;
/** The language it is held in, as a BCP 47 tag. */
readonly language: string | null;
/** Its page on the website of the conference. */
readonly url: string | null;
/** Slides, recordings and the like. */
readonly links: readonly ({
readonly title: string | null;
readonly url: string;
})[];
/** A cancelled item stays on the agenda. It is also `cancelled` while its event or conference is. */
readonly status: AgendaStatus;
readonly speakers: readonly AgendaSpeaker[];
/** The order among items with the same start. */
readonly position: number;
readonly created_at: string;
readonly updated_at: string;
/** Opens it in the mini app; null without `MESSENGER_APP_URL`. */
readonly share_url: string | null;
};

/** About an agenda item that you keep, or whose event you attend. `agenda_item_updated`: its time or room changed, or a cancellation was revoked. `agenda_item_cancelled`: it is cancelled or was deleted. */
export type AgendaItemNotification = {
readonly id: number;
readonly title: string;
readonly body: string;
/** The URL that a click opens. */
readonly action_url: string | null;
/** The page of the mini app that a click opens where there is no `action_url`. It can be hidden from you by now. */
readonly start: Target | null;
readonly created_at: string;
/** When you first clicked it. */
readonly clicked_at: string | null;
readonly dismissed_at: string | null;
readonly type: "agenda_item_updated" | "agenda_item_cancelled";
readonly data: {
readonly agenda_item_id: number;
readonly conference_id: number;
readonly event_id: number | null;
/** The changed fields with their values before and after. */
readonly changes: {
readonly status?: {
readonly from: AgendaStatus;
readonly to: AgendaStatus;
};
readonly starts_at?: {
readonly from: string;
readonly to: string;
};
readonly ends_at?: {
readonly from: string;
readonly to: string;
};
readonly room?: {
readonly from: string | null;
readonly to: string | null;
};
};
};
};

/** In `AgendaItem`, `AgendaItemDetails`, `FavoriteItem` and 8 more. */
export type AgendaKind = "keynote" | "talk" | "panel" | "workshop" | "break" | "social" | "other";

/** One of `ids` and `filter`, and one of the four changes. */
export type AgendaMoveRequest = {
/** Items of one conference. */
readonly ids?: readonly number[];
/** The items that match all of it. */
readonly filter?: AgendaSelection;
/** Later, or earlier if negative. -20160 to 20160. */
readonly shift_minutes?: number;
/** Keeps the local times. Registration that closes at a time moves with the event. -731 to 731. */
readonly shift_days?: number;
readonly room?: string;
readonly status?: "cancelled";
/** Answers the same, and changes nothing. */
readonly dry_run?: boolean;
/** Whether people are notified. */
readonly notify?: boolean;
/** Moves although the same move was just made. */
readonly force?: boolean;
};

/** In `MovedAgenda`. */
export type AgendaMoveWarning = {
/** `room`, `speaker`: booked twice. `capacity`: the room is smaller than the seats of the event. `quest`: its times stay. `ended`, `ends_too_early`: the item stays as it is. `running`: only its end moves. */
readonly kind: "room" | "speaker" | "capacity" | "quest" | "ended" | "running" | "ends_too_early";
/** The moved item; absent of a quest. */
readonly agenda_item_id?: number;
readonly quest_id?: number;
readonly message: string;
/** For programs, as `too_long`; more can come. */
readonly code: string;
/** What the sentence says, as `max`. */
readonly params: Readonly<Record<string, string | number | readonly (string | number)[]>>;
};

/** In `AgendaMoveRequest`. */
export type AgendaSelection = {
readonly conference_id: number;
/** Items that start at this time or later, and those that run now and end after it. */
readonly from?: string;
/** Items that start before this time. */
readonly to?: string;
readonly room?: string;
readonly track?: string;
};

/** In `AgendaItem`, `AgendaItemDetails`, `FavoriteItem` and 2 more. */
export type AgendaSpeaker = {
readonly id: number;
readonly slug: string;
readonly name: string;
readonly title: string | null;
readonly company: string | null;
readonly photo_url: string | null;
};

/** In `AgendaItemNotification`, `ProgrammeNotification`, `AgendaItem` and 8 more. */
export type AgendaStatus = "scheduled" | "cancelled";

/** In `AdminAgendaItem`, `ChangedAgendaItem`. */
export type AgendaWarning = {
/** `room`, `speaker`: booked twice. `capacity`: the room is smaller than the seats of the event. */
readonly kind: "room" | "speaker" | "capacity";
/** The other item; for `capacity` the item itself. */
readonly agenda_item_id: number;
readonly speaker_id?: number;
readonly message: string;
/** For programs, as `too_long`; more can come. */
readonly code: string;
/** What the sentence says, as `max`. */
readonly params: Readonly<Record<string, string | number | readonly (string | number)[]>>;
};

/** In `ApiKeyPage`, the answer of `updateApiKey`, the answer of `revokeApiKey`. */
export type ApiKey = {
readonly id: number;
/** Part of its secrets, and its name in the audit log. */
readonly public_id: string;
readonly name: string;
/** `disabled`: its administrator is. */
readonly status: KeyStatus;
/** `null` for a key of a machine. */
readonly administrator: {
readonly id: number;
readonly name: string;
} | null;
readonly scopes: readonly string[];
readonly conference_ids: readonly number[] | null;
readonly allowed_networks: readonly string[] | null;
readonly expires_at: string | null;
readonly revoked_at: string | null;
/** The administrator who created it. */
readonly created_by: number | null;
readonly created_at: string;
/** Exact to a minute. */
readonly last_used_at: string | null;
readonly last_used_ip: string | null;
/** When the secret before the current one ends; `null` without one that is valid. */
readonly old_secret_valid_until: string | null;
};

/** Changes the given fields. */
export type ApiKeyChange = {
readonly name?: string;
/** What the key may do: scopes, or `*` for everything. */
readonly scopes?: readonly ("*" | "content:read" | "content:write" | "content:delete" | "content:import" | "attendees:read" | "attendees:write" | "attendees:import" | "attendees:export" | "door:check-in" | "door:read" | "quests:read" | "quests:write" | "quests:review" | "quests:remind" | "quests:secrets" | "quests:export" | "points:write" | "broadcasts:read" | "broadcasts:write" | "broadcasts:send" | "people:read" | "people:contacts" | "people:write" | "people:moderate" | "people:import" | "people:export" | "people:erase" | "reports:read" | "reports:resolve" | "media:read" | "media:open" | "media:write" | "feedback:read" | "feedback:write" | "feedback:export" | "enrichment:read" | "enrichment:run" | "partner:read" | "partner:write" | "audit:read" | "audit:export" | "operations:read" | "operations:write" | "keys:manage")[];
/** Where it may act; `null` for all. */
readonly conference_ids?: readonly number[] | null;
/** Where requests may come from: addresses and networks in CIDR notation, whose bits behind the prefix are cleared; `null` for anywhere. */
readonly allowed_networks?: readonly string[] | null;
/** Within a year for a key of an administrator; `null` for a key of a machine that does not end. */
readonly expires_at?: string | null;
};

/** In the answer of `listApiKeys`. */
export type ApiKeyPage = {
readonly data: readonly ApiKey[];
readonly pagination: Pagination;
};

/** In the body of `rotateApiKey`. */
export type ApiKeyRotation = {
/** How long the previous secret stays valid, too; 0 ends it at once. 0 to 604800. */
readonly grace_seconds: number;
};

/** In the body of `attendEvent`. */
export type AttendRequest = {
readonly event_id: number;
};

/** In `UserState`, `EventWithAttendance`, `EventDetails` and 1 more. */
export type Attendance = {
readonly status: OwnAttendanceStatus;
/** When the user last registered or joined the waitlist. */
readonly registered_at: string | null;
/** 1 is promoted next; null unless `status` is `waitlisted`. */
readonly waitlist_position: number | null;
readonly checked_in_at: string | null;
};

/** In the answer of `attendEvent`, the answer of `cancelAttendance`. */
export type AttendanceAnswer = {
readonly event_id: number;
readonly status: OwnAttendanceStatus;
/** When the user last registered or joined the waitlist. */
readonly registered_at: string | null;
/** 1 is promoted next; null unless `status` is `waitlisted`. */
readonly waitlist_position: number | null;
readonly checked_in_at: string | null;
readonly attendee_count: number;
/** The number of free seats; null means unlimited. */
readonly spots_left: number | null;
};

/** In `AdminEventAttendee`, `PersonalData`, `AdminUserDetails` and 1 more. */
export type AttendanceStatus = "registered" | "waitlisted" | "cancelled" | "checked_in";

/** In `AttendeesChanged`. */
export type AttendeeChangeResult = {
readonly user_id: number | null;
readonly invitation_id: number | null;
/** The status now; null for a refused id. */
readonly status: AttendeeStatus | null;
readonly changed: boolean;
/** The reason why the id was refused. */
readonly error: string | null;
/** The code of the error, as for a change of one attendee. */
readonly code: string | null;
};

/** A JSON list, or a form with a .csv or .xlsx file whose columns have the same names, in any letter case and with spaces or underscores: the header is found below titles and on any sheet. Each row needs a `ticket_code`, `messenger_id`, `email` or `username`, and its person is found in this order; an empty cell keeps the current value. A ticket code is of one attendee. An `email` identifies only a row without a ticket code, and only if it is once in the file: else both rows fail with `EMAIL_NOT_UNIQUE`. A row with a new ticket code and an e-mail that is once in the file gives its code to the only invitation with this e-mail, if that has none. `name` is a whole name. The guest list of a ticket shop is read as it is with `preset` or `columns`. */
export type AttendeeImportRequest = {
/** The ticket shop whose guest list the file is: it names the columns, and which rows count (pretix: not canceled and no add-on; Luma: approved; Eventbrite: attending or checked in). */
readonly preset?: "pretix" | "luma" | "eventbrite";
/** A JSON object of fields and the names of their columns in the file, as `{ "ticket_code": "Secret" }`. With `preset`, in place of the columns of the preset. `name` is a whole name, which is split; `scan_code` is what the printed ticket shows, if it is not the ticket code: it opens the door and claims nothing. */
readonly columns?: Readonly<Record<string, string>>;
/** Whether the addresses of guests are stored, encrypted, until 30 days after the conference. Their keyed hashes always are. */
readonly keep_email?: boolean;
/** Whether a file may have no column that names its guests. Without it such a file is refused, since its columns may have other names. */
readonly allow_nameless?: boolean;
/** Each row with messenger_id, ticket_code, scan_code, email, username, first_name, last_name, company, job_title, ticket_type. */
readonly attendees?: readonly unknown[];
};

/** In the answer of `importConferenceAttendees`. */
export type AttendeeImportResult = {
readonly total: number;
readonly created: number;
readonly updated: number;
readonly unchanged: number;
readonly failed: number;
readonly dry_run: boolean;
/** At most the first 1,000. */
readonly errors: readonly RowError[];
readonly ignored_columns: readonly string[];
readonly warnings: readonly string[];
/** As `warnings`, each with what it means to a program. */
readonly remarks: readonly ({
readonly message: string;
/** For programs, as `too_long`; more can come. */
readonly code: string;
/** What the sentence says, as `max`. */
readonly params: Readonly<Record<string, string | number | readonly (string | number)[]>>;
})[];
/** The valid rows that identify their person only by username. */
readonly by_username: number;
/** The rows that are no guests, by the preset, or of erased guests. */
readonly left_out_count: number;
/** At most the first 1,000. Nothing is written, and nobody is withdrawn, for them. */
readonly left_out: readonly LeftOutRow[];
/** The valid rows whose person waits for a seat, as an attendee or an invited person. */
readonly waitlisted: number;
/** By which the import can be undone; `null` for a dry run, and if it invited nobody. */
readonly import_id: string | null;
};

/** In the answer of `undoAttendeeImport`. */
export type AttendeeImportUndone = {
/** The invitations that this call withdrew. */
readonly withdrawn: number;
readonly withdrawn_before: number;
/** The invitations that stay: claimed, checked in, or changed since the import. */
readonly kept: {
readonly claimed: number;
readonly checked_in: number;
readonly changed: number;
};
};

/** In `AdminConferenceAttendee`, `AddedConferenceAttendee`, `AttendeeChangeResult` and 1 more. */
export type AttendeeStatus = "registered" | "waitlisted" | "cancelled" | "checked_in" | "invited" | "withdrawn";

/** In the answer of `updateConferenceAttendees`, the answer of `updateEventAttendees`. */
export type AttendeesChanged = {
readonly dry_run: boolean;
/** Only with `dry_run`: the number of users whom the change would notify. */
readonly would_notify?: number;
/** The users, then the invitations, each once, in the order of the request. */
readonly results: readonly AttendeeChangeResult[];
};

/** Either `{ "all": true }` or filters. A user must match every given filter. Erased and blocked users are never notified. */
export type Audience = {
readonly all?: true;
/** Users with a seat at one of these. */
readonly conference_ids?: readonly number[];
/** Users with a seat at one of these. */
readonly event_ids?: readonly number[];
/** Users who attend one of `conference_ids` or `event_ids`, of which exactly one is given, in one of these ways, instead of all with a seat. `registered`: with a seat, not checked in. `no_show`: the same, at a conference or event that has ended and was not cancelled. */
readonly attendance?: readonly ("registered" | "checked_in" | "no_show" | "waitlisted")[];
/** Users with one of these tickets, at one of `conference_ids` if given, else at any conference. */
readonly ticket_types?: readonly string[];
/** The language that the user chose, else the messenger's. Case-insensitive. `en` also matches `en-GB`. */
readonly language_codes?: readonly string[];
readonly onboarding_statuses?: readonly OnboardingStatus[];
/** Users with one of these interests, case-insensitive. */
readonly interests?: readonly string[];
readonly user_ids?: readonly number[];
readonly messenger_ids?: readonly number[];
/** Together with `quest_status`. */
readonly quest_id?: number;
/** `not_started`: attendees of the quest’s conference or event who are not participants, and admitted participants. `not_completed`: the same users, and participants in progress. */
readonly quest_status?: "not_started" | "in_progress" | "completed" | "not_completed";
readonly created_from?: string;
/** Exclusive. */
readonly created_to?: string;
};

/** A user must match every given filter. */
export type AudienceFilters = {
/** Users with a seat at one of these. */
readonly conference_ids?: readonly number[];
/** Users with a seat at one of these. */
readonly event_ids?: readonly number[];
/** Users who attend one of `conference_ids` or `event_ids`, of which exactly one is given, in one of these ways, instead of all with a seat. `registered`: with a seat, not checked in. `no_show`: the same, at a conference or event that has ended and was not cancelled. */
readonly attendance?: readonly ("registered" | "checked_in" | "no_show" | "waitlisted")[];
/** Users with one of these tickets, at one of `conference_ids` if given, else at any conference. */
readonly ticket_types?: readonly string[];
/** The language that the user chose, else the messenger's. Case-insensitive. `en` also matches `en-GB`. */
readonly language_codes?: readonly string[];
readonly onboarding_statuses?: readonly OnboardingStatus[];
/** Users with one of these interests, case-insensitive. */
readonly interests?: readonly string[];
readonly user_ids?: readonly number[];
readonly messenger_ids?: readonly number[];
/** Together with `quest_status`. */
readonly quest_id?: number;
/** `not_started`: attendees of the quest’s conference or event who are not participants, and admitted participants. `not_completed`: the same users, and participants in progress. */
readonly quest_status?: "not_started" | "in_progress" | "completed" | "not_completed";
readonly created_from?: string;
/** Exclusive. */
readonly created_to?: string;
};

/** In `AdminUserDetails`, `AuditRowPage`. */
export type AuditRow = {
readonly id: number;
readonly at: string;
/** `key` and the id of the API key, also for its tokens and sessions; never the secret itself. `operator` for a command of an operator. */
readonly actor: string;
/** The owner of the key; null for a key of a machine or of the settings. */
readonly administrator: {
readonly id: number;
readonly name: string;
} | null;
/** The id of the key, as in `actor`: the `public_id` of a stored key, or 8 hex digits of one of `ADMIN_API_KEY`. null without a valid key. */
readonly key: string | null;
/** The present name of a stored key. */
readonly key_name: string | null;
/** The address of the client; null for an operator. */
readonly ip: string | null;
readonly action: "admin_session.start" | "admin_session.end" | "admin_session.end_all" | "admin_token.issue" | "administrator.create" | "administrator.update" | "agenda.import" | "agenda.move" | "agenda_group.create" | "agenda_group.delete" | "agenda_group.order" | "agenda_group.update" | "agenda_item.create" | "agenda_item.delete" | "agenda_item.update" | "api_key.create" | "api_key.revoke" | "api_key.rotate" | "api_key.sign_in_code" | "api_key.update" | "audit_log.export" | "conference.add_attendee" | "conference.check_in" | "conference.create" | "conference.delete" | "conference.duplicate" | "conference.export_attendees" | "conference.import_attendees" | "conference.order_speakers" | "conference.remove_attendee" | "conference.repair_counts" | "conference.repair_people" | "conference.undo_check_in" | "conference.undo_import" | "conference.update" | "conference.update_attendee" | "conference.update_invitation" | "conference.add_walk_in" | "conference.export_claim_links" | "conference.merge_invitation" | "conference.withdraw_invitation" | "conference.erase_invitation" | "conference.reopen_invitation" | "enrichment.generate" | "enrichment.generate_many" | "enrichment.sync" | "event.add_attendee" | "event.approve" | "event.check_in" | "event.create" | "event.delete" | "event.export_attendees" | "event.import" | "event.reject" | "event.remove_attendee" | "event.repair_counts" | "event.undo_check_in" | "event.update" | "event.update_attendee" | "job.cancel" | "job.retry" | "media.create" | "media.delete" | "media.open" | "media.repair_bytes" | "feedback.export" | "feedback.update" | "notification.create" | "notification.create_many" | "notification.test" | "notification_job.cancel" | "notification_job.create" | "notification_job.delete" | "notification_job.recall" | "notification_job.reschedule" | "notification_job.retry" | "notification_job.update" | "partner_mint.retry" | "people.read" | "sending.pause" | "sending.resume" | "quest.export_participants" | "quest_registration_request.approve" | "quest_registration_request.reject" | "quest_submission.approve" | "quest_submission.reject" | "quest_submission.reopen" | "quest.create" | "quest.delete" | "quest.duplicate" | "quest.order_tasks" | "quest.repair_counts" | "quest.update" | "quest_task.create" | "quest_task.delete" | "quest_task.update" | "quest.open_codes" | "quest.rotate_secret" | "quest_task.rotate_code" | "reminder_template.create" | "reminder_template.delete" | "reminder_template.set_default" | "reminder_template.update" | "sign_in.fail" | "speaker.create" | "speaker.delete" | "speaker.map" | "speaker.merge" | "speaker.unmap" | "speaker.update" | "user.adjust_points" | "user.block" | "user.erase" | "user.export" | "user.import" | "user.repair_match_terms" | "user.repair_points" | "user.resolve_report" | "user.unblock" | "user.update";
readonly subject_type: "admin_session" | "admin_token" | "administrator" | "conference" | "agenda_group" | "agenda_item" | "api_key" | "audit_log" | "user" | "enrichment_job" | "event" | "job" | "media" | "feedback" | "notification" | "notification_job" | "partner_mint" | "sending" | "quest" | "quest_registration_request" | "quest_submission" | "quest_task" | "reminder_template" | "sign_in" | "speaker";
/** null when the action has many subjects, such as an import, or none. */
readonly subject_id: number | null;
/** The present name or title; null without one, if the subject is gone, and for a user without the scope `people:read`. */
readonly subject_name: string | null;
/** Of the subject at that time; null for a subject of none or several conferences, and in rows from before this field. */
readonly conference_id: number | null;
/** Only the changed fields; null when there are none or the user was erased. */
readonly before: Readonly<Record<string, unknown>> | null;
/** Only the changed fields; null when there are none or the user was erased. */
readonly after: Readonly<Record<string, unknown>> | null;
/** The users whom `user_id` of `before` and `after` refers to; empty without the scope `people:read`. */
readonly people: readonly {
readonly id: number;
readonly name: string;
}[];
/** The `X-Request-Id` of the request, as in the service log; one per command of an operator. */
readonly request_id: string;
};

/** In the answer of `listAuditLog`. */
export type AuditRowPage = {
readonly data: readonly AuditRow[];
readonly pagination: CursorPagination;
};

/** In the answer of `createBlock`, the answer of `deleteBlock`. */
export type Block = {
readonly id: number;
readonly blocked: boolean;
};

/** A hidden user has only `id` and `first_name`; other fields are null, `interests` is empty and `points` is 0. */
export type BlockedUser = {
readonly id: number;
readonly first_name: string;
readonly last_name: string | null;
readonly photo_url: string | null;
readonly headline: string | null;
readonly company: string | null;
readonly job_title: string | null;
readonly interests: readonly string[];
readonly points: number;
readonly created_at: string | null;
/** Only if the user shows it to this caller. */
readonly username?: string | null;
/** Only if the user shows them to this caller. */
readonly socials?: Socials;
/** Only for signed-in callers. */
readonly bio?: string | null;
/** Only for signed-in callers. */
readonly looking_for?: string | null;
/** Only for signed-in callers. */
readonly offering?: string | null;
/** Only for signed-in callers. */
readonly connection_status?: ConnectionStatusToViewer;
};

/** In `title` and `body`, `{{first_name}}` is replaced by the recipient’s first name. `{{first_name|there}}` is replaced by `there` if the name is empty. */
export type BroadcastDraft = {
/** A template. */
readonly title: string;
/** A template. */
readonly body: string;
/** By BCP 47 language tag: a recipient gets the text whose tag is theirs, or the longest part of theirs (`de` serves `de-AT`), and else `title` and `body`. */
readonly translations?: Readonly<Record<string, {
/** A template. */
readonly title: string;
/** A template. */
readonly body: string;
}>>;
readonly action_url?: string | null;
/** The page of the mini app that a click opens, in place of an `action_url`. */
readonly start?: TargetInput | null;
readonly channels?: readonly Channel[];
readonly audience: Audience;
/** Without it, the broadcast starts as soon as it is scheduled. */
readonly scheduled_at?: string;
};

/** In `title` and `body`, `{{first_name}}` is replaced by the recipient’s first name. `{{first_name|there}}` is replaced by `there` if the name is empty. */
export type BroadcastEdit = {
/** A template. */
readonly title: string;
/** A template. */
readonly body: string;
/** By BCP 47 language tag: a recipient gets the text whose tag is theirs, or the longest part of theirs (`de` serves `de-AT`), and else `title` and `body`. */
readonly translations?: Readonly<Record<string, {
/** A template. */
readonly title: string;
/** A template. */
readonly body: string;
}>>;
readonly action_url?: string | null;
/** The page of the mini app that a click opens, in place of an `action_url`. */
readonly start?: TargetInput | null;
readonly channels?: readonly Channel[];
readonly audience: Audience;
/** Null for as soon as it is scheduled. Without it, the time stays. */
readonly scheduled_at?: string | null;
/** Without it, the status stays. `scheduled` sends a draft. */
readonly status?: "draft" | "scheduled";
/** Schedules the broadcast even if it duplicates one of the last 10 minutes. */
readonly force?: boolean;
};

/** In the answer of `reviewEvents`, the answer of `decideQuestRegistrationRequests`, the answer of `reviewQuestTasks`. */
export type BulkDecided = {
/** In the order of `ids`. */
readonly results: readonly BulkDecisionResult[];
};

/** In `BulkDecided`. */
export type BulkDecisionResult = {
readonly id: number;
readonly status?: "approved" | "rejected";
/** The reason why the item was refused. */
readonly error?: string;
/** The code of the error. */
readonly code?: string;
};

/** Either `ids` or `all`. */
export type BulkDismissal = {
readonly ids?: readonly number[];
readonly all?: true;
};

/** In the answer of `dismissNotifications`. */
export type BulkDismissed = {
/** The number of notifications that were not dismissed before. */
readonly dismissed: number;
};

/** In the body of `reviewEvents`. */
export type BulkEventReview = {
readonly ids: readonly number[];
readonly decision: "approve" | "reject";
/** The reason of a rejection; sent to the requesters. */
readonly reason?: string | null;
};

/** In the body of `decideQuestRegistrationRequests`. */
export type BulkRegistrationDecision = {
readonly ids: readonly number[];
readonly decision: "approve" | "reject";
/** The reason of a rejection; sent to the users. */
readonly reason?: string | null;
};

/** `ids` are those of `user_quest_task_id`. */
export type BulkReview = {
readonly ids: readonly number[];
readonly decision: "approve" | "reject";
/** The reason of a rejection; sent to the users. */
readonly reason?: string | null;
};

/** In `title` and `body`, `{{first_name}}` is replaced by the recipient’s first name. `{{first_name|there}}` is replaced by `there` if the name is empty. */
export type BulkSend = {
/** A template. */
readonly title: string;
/** A template. */
readonly body: string;
/** By BCP 47 language tag: a recipient gets the text whose tag is theirs, or the longest part of theirs (`de` serves `de-AT`), and else `title` and `body`. */
readonly translations?: Readonly<Record<string, {
/** A template. */
readonly title: string;
/** A template. */
readonly body: string;
}>>;
readonly action_url?: string | null;
/** The page of the mini app that a click opens, in place of an `action_url`. */
readonly start?: TargetInput | null;
readonly channels?: readonly Channel[];
readonly audience: Audience;
/** Without it, the broadcast starts at once. */
readonly scheduled_at?: string;
/** Counts and renders; stores and sends nothing. */
readonly dry_run?: boolean;
/** Creates the broadcast even if it duplicates one of the last 10 minutes. */
readonly force?: boolean;
};

/** JSON with a `url`, or a form with a `file` (iCalendar, or JSON of the Luma API). */
export type CalendarImport = {
/** The address of the calendar. Alternatively, upload a file. */
readonly url?: string;
/** The conference that the events belong to. */
readonly conference_id?: number;
/** The status of new events. Default: `approved`. */
readonly status?: ImportedEventStatus;
/** The time zone of times without one. */
readonly timezone?: string;
/** `false`: do not add new events of a conference to its agenda. Default: `true`. */
readonly agenda?: boolean;
/** `false`: attendees and users who keep agenda items get no notification of changes. Default: `true`, one for each person. */
readonly notify?: boolean;
/** `true`: only report what the import would do; nothing is stored or sent. Default: `false`. */
readonly dry_run?: boolean;
/** `cancel` cancels the absent approved events, unless an event cannot be read. Send the whole calendar then. An import that has them again revives them. Default: `keep`. */
readonly absent?: "keep" | "cancel";
};

/** In the answer of `createCalendarLink`. */
export type CalendarLink = {
readonly url: string;
readonly created_at: string;
};

/** In the answer of `deleteCalendarLink`. */
export type CalendarLinkDeleted = {
readonly deleted: true;
};

/** In the answer of `getCalendarLink`. */
export type CalendarLinkState = {
/** null without a link. */
readonly created_at: string | null;
};

/** In the answer of `importCalendar`. */
export type CalendarReport = {
readonly created: number;
readonly updated: number;
readonly unchanged: number;
readonly cancelled: number;
/** The first 1,000 events that were created, updated or cancelled. */
readonly changed: readonly ({
readonly uid: string;
/** With `dry_run`, a created event has an id that no event gets. */
readonly event_id: number;
readonly title: string;
readonly starts_at: string;
readonly result: "created" | "updated" | "cancelled";
})[];
/** Events that were not imported: unreadable ones, those that are not public, and states older than the imported one. */
readonly skipped: readonly ({
/** `null` for the calendar as a whole or an unknown event. */
readonly uid: string | null;
/** Absent if it cannot be read. */
readonly title?: string;
readonly reason: string;
})[];
/** What to check: an unknown time zone and what is used instead, a series without a time from 30 days ago to 365 days ahead or within 30 days of the conference, an older SEQUENCE of a UID, times that contradict each other, a property that is not read with the number of events that have it, a calendar of tasks only or of nothing. */
readonly warnings: readonly ({
/** `null` for the calendar as a whole or an unknown event. */
readonly uid: string | null;
/** Absent if it cannot be read. */
readonly title?: string;
readonly reason: string;
})[];
/** Pending and approved events that earlier imports from this address, or by file into this conference, brought and this one has not. They stay, unless `absent` is `cancel`. */
readonly absent: readonly {
readonly uid: string;
readonly event_id: number;
readonly title: string;
readonly starts_at: string;
}[];
/** Rooms of the conference that no agenda item and no event has after the import, as after a rename at the source: what organizers may delete. */
readonly unused_rooms: readonly UnusedRoom[];
readonly dry_run: boolean;
};

/** In the answer of `updateAgendaItem`. */
export type ChangedAgendaItem = {
readonly id: number;
readonly conference_id: number;
/** The event to attend for this item. */
readonly event_id: number | null;
readonly title: string;
readonly description: string | null;
readonly kind: AgendaKind;
readonly track: string | null;
readonly room: string | null;
readonly starts_at: string;
readonly ends_at: string;
/** The language it is held in, as a BCP 47 tag. */
readonly language: string | null;
/** Its page on the website of the conference. */
readonly url: string | null;
/** Slides, recordings and the like. */
readonly links: readonly ({
readonly title: string | null;
readonly url: string;
})[];
/** A cancelled item stays on the agenda. It is also `cancelled` while its event or conference is. */
readonly status: AgendaStatus;
readonly speakers: readonly AgendaSpeaker[];
/** The order among items with the same start. */
readonly position: number;
readonly created_at: string;
readonly updated_at: string;
/** Raised by each edit of the organizers. The `ETag` is `"<id>.<version>"`. */
readonly version: number;
/** Double-booked rooms and speakers, and rooms that are too small. */
readonly warnings: readonly AgendaWarning[];
/** Only with `dry_run`: the number of users whom the change would notify. */
readonly would_notify?: number;
};

/** In the answer of `updateConference`. */
export type ChangedConference = {
readonly id: number;
readonly slug: string;
readonly name: string;
readonly description: string | null;
readonly starts_on: string;
/** The last day, in the time zone of the conference. */
readonly ends_on: string;
readonly timezone: string;
readonly venue: string | null;
readonly city: string | null;
/** ISO 3166-1 alpha-2 code. */
readonly country: string | null;
readonly website: string | null;
readonly image_url: string | null;
/** null for no limit. */
readonly capacity: number | null;
/** null for no limit. */
readonly spots_left: number | null;
/** `invited`: only organizers add people; `closed`: nobody registers. Either way invited people claim their seats, and the waitlist moves up. */
readonly registration_mode: RegistrationMode;
readonly registration_closes_at: string | null;
/** `waitlist` if the conference is open but full. */
readonly registration_state: RegistrationState;
/** `registered`: only attendees with a seat at the conference may attend its events, and a cancelled registration gives up their seats at coming events. */
readonly event_access: EventAccess;
readonly status: ConferenceStatus;
/** Attendees with a seat, without the waitlist. */
readonly attendee_count: number;
/** Seats held for invited people who have not signed in yet. */
readonly invited_count: number;
/** The number of approved events. */
readonly event_count: number;
readonly created_at: string;
readonly updated_at: string;
/** Seats given beyond the capacity. The next freed seats reduce it. */
readonly over_capacity_count: number;
/** Raised by each edit of the organizers. The `ETag` is `"<id>.<version>"`. */
readonly version: number;
/** Probable mistakes. `days`: how much lies outside the days of the conference. */
readonly warnings: readonly ConferenceWarning[];
/** Only with `dry_run`: the number of users whom the change would notify. */
readonly would_notify?: number;
};

/** In the answer of `updateEvent`. */
export type ChangedEvent = {
readonly id: number;
readonly slug: string;
readonly conference_id: number | null;
readonly title: string;
readonly description: string | null;
readonly kind: EventKind;
readonly status: EventStatus;
readonly starts_at: string;
readonly ends_at: string;
readonly all_day: boolean;
readonly timezone: string;
readonly venue: Venue;
readonly image_url: string | null;
readonly url: string | null;
readonly organizer: string | null;
readonly tags: readonly string[];
/** null for no limit. */
readonly capacity: number | null;
/** Attendees with a seat, without the waitlist. */
readonly attendee_count: number;
/** null for no limit. */
readonly spots_left: number | null;
/** `invited`: only organizers add people; `closed`: nobody joins. Either way the waitlist moves up. */
readonly registration_mode: RegistrationMode;
readonly registration_closes_at: string | null;
/** `waitlist` if the event is open but full. `cancelled` also while its conference is, `closed` while that is archived. */
readonly registration_state: RegistrationState;
readonly source: ApiEventSource;
readonly created_at: string;
readonly updated_at: string;
/** Seats given beyond the capacity. The next freed seats reduce it. */
readonly over_capacity_count: number;
/** The requester of a side event; null for other events. */
readonly submitted_by: number | null;
/** The requester by name; null for other events. */
readonly submitter: {
readonly id: number;
readonly first_name: string;
readonly last_name: string | null;
/** Absent without the scope `people:contacts`. */
readonly username?: string | null;
} | null;
/** How to reach the requester. Absent without the scope `people:contacts`. */
readonly contact?: string | null;
readonly rejection_reason: string | null;
/** Raised by each edit of the organizers. The `ETag` is `"<id>.<version>"`. */
readonly version: number;
/** Probable mistakes. The event is saved anyway. */
readonly warnings: readonly EventWarning[];
/** Only with `dry_run`: the number of users whom the change would notify. */
readonly would_notify?: number;
};

/** In `NotificationDraft`, `WrittenNotification`, `BulkSend` and 8 more. */
export type Channel = "in_app" | "messenger";

/** In the body of `checkInEventAttendees`. */
export type CheckInBatch = {
/** The time of the request, by the clock of the device. A clock that is more than 60 seconds off corrects each `scanned_at`. */
readonly sent_at?: string;
/** In the order of the scans. Each requires either `user_id` or `code`. */
readonly check_ins: readonly {
readonly user_id?: number;
/** The code of the attendee's ticket, as it was read. */
readonly code?: string;
/** A value that your client chooses for each scan. A request with the same nonce gets the first answer again. */
readonly nonce?: string;
/** When an offline device scanned the ticket, by its clock. It becomes `checked_in_at`. Default: now. A time in the future counts as now, and so does one of more than 48 hours ago, unless the door was open then; `clock_skew_seconds` and `is_late` in the answer say so. */
readonly scanned_at?: string;
/** The name of the device, which the list of recent check-ins shows. */
readonly device?: string;
/** `true`: let in an attendee whose account is blocked. */
readonly allow_blocked?: boolean;
}[];
};

/** Requires either `user_id` or `code`. */
export type CheckInRequest = {
readonly user_id?: number;
/** The code of the attendee's ticket, as it was read. */
readonly code?: string;
/** A value that your client chooses for each scan. A request with the same nonce gets the first answer again. */
readonly nonce?: string;
/** When an offline device scanned the ticket, by its clock. It becomes `checked_in_at`. Default: now. A time in the future counts as now, and so does one of more than 48 hours ago, unless the door was open then; `clock_skew_seconds` and `is_late` in the answer say so. */
readonly scanned_at?: string;
/** The name of the device, which the list of recent check-ins shows. */
readonly device?: string;
/** `true`: let in an attendee whose account is blocked. */
readonly allow_blocked?: boolean;
};

/** In the answer of `getConferenceCheckInStats`, the answer of `getEventCheckInStats`. */
export type CheckInStats = {
/** All held seats: of attendees, checked in or not, and of open invitations. */
readonly expected: number;
readonly checked_in: number;
};

/** Requires either `user_id` or `code`. */
export type CheckInUndoing = {
readonly user_id?: number;
/** The code of the attendee's ticket, as it was read. */
readonly code?: string;
};

/** In the answer of `createEvent`. */
export type CheckedEvent = {
readonly id: number;
readonly slug: string;
readonly conference_id: number | null;
readonly title: string;
readonly description: string | null;
readonly kind: EventKind;
readonly status: EventStatus;
readonly starts_at: string;
readonly ends_at: string;
readonly all_day: boolean;
readonly timezone: string;
readonly venue: Venue;
readonly image_url: string | null;
readonly url: string | null;
readonly organizer: string | null;
readonly tags: readonly string[];
/** null for no limit. */
readonly capacity: number | null;
/** Attendees with a seat, without the waitlist. */
readonly attendee_count: number;
/** null for no limit. */
readonly spots_left: number | null;
/** `invited`: only organizers add people; `closed`: nobody joins. Either way the waitlist moves up. */
readonly registration_mode: RegistrationMode;
readonly registration_closes_at: string | null;
/** `waitlist` if the event is open but full. `cancelled` also while its conference is, `closed` while that is archived. */
readonly registration_state: RegistrationState;
readonly source: ApiEventSource;
readonly created_at: string;
readonly updated_at: string;
/** Seats given beyond the capacity. The next freed seats reduce it. */
readonly over_capacity_count: number;
/** The requester of a side event; null for other events. */
readonly submitted_by: number | null;
/** The requester by name; null for other events. */
readonly submitter: {
readonly id: number;
readonly first_name: string;
readonly last_name: string | null;
/** Absent without the scope `people:contacts`. */
readonly username?: string | null;
} | null;
/** How to reach the requester. Absent without the scope `people:contacts`. */
readonly contact?: string | null;
readonly rejection_reason: string | null;
/** Raised by each edit of the organizers. The `ETag` is `"<id>.<version>"`. */
readonly version: number;
/** Probable mistakes. The event is saved anyway. */
readonly warnings: readonly EventWarning[];
};

/** In the body of `claimInvitation`. */
export type Claim = {
/** The code of a claim link, with or without `i_`, or the ticket code of the ticket shop. */
readonly code: string;
/** A ticket code of less than 16 characters needs this or `email`, as in the order. */
readonly last_name?: string;
readonly email?: string;
};

/** In `ClaimLinksPage`. */
export type ClaimLink = {
readonly invitation_id: number;
/** Absent without the scope `people:contacts`. */
readonly messenger_id?: number | null;
/** Absent without the scope `people:contacts`. */
readonly username?: string | null;
readonly first_name: string | null;
readonly last_name: string | null;
readonly company: string | null;
readonly ticket_type: string | null;
/** The last 4 characters of a ticket code of at least 12. */
readonly ticket_code_end: string | null;
/** Who opens it first gets the seat: send it to the guest alone. */
readonly claim_link: string;
};

/** In the answer of `exportClaimLinks`. */
export type ClaimLinksPage = {
/** At most 500, by `invitation_id`. */
readonly data: readonly ClaimLink[];
readonly has_more: boolean;
};

/** With a `file`, your own guest list, which needs `preset` or `columns` as an import does, unless its columns have the names of an import. */
export type ClaimLinksRequest = {
/** The ticket shop whose guest list the file is: it names the columns, and which rows count (pretix: not canceled and no add-on; Luma: approved; Eventbrite: attending or checked in). */
readonly preset?: "pretix" | "luma" | "eventbrite";
/** A JSON object of fields and the names of their columns in the file, as `{ "ticket_code": "Secret" }`. With `preset`, in place of the columns of the preset. `name` is a whole name, which is split; `scan_code` is what the printed ticket shows, if it is not the ticket code: it opens the door and claims nothing. */
readonly columns?: Readonly<Record<string, string>>;
/** The open invitations: neither claimed nor withdrawn. */
readonly only?: "unclaimed";
/** Only these invitations. Others, and those that are not open, are left out. */
readonly ids?: readonly number[];
/** For `json`: the last `invitation_id` of the page before; 0 for the first page. */
readonly after?: number;
/** `true`: the links sent before stop working, and the answer has new ones. */
readonly revoke?: boolean;
};

/** In `AdminConferenceAttendee`, `AddedConferenceAttendee`, `AdminRegistration` and 4 more. */
export type ClaimMark = "username" | "ticket_code" | "link";

/** In the body of `rotateTaskCode`. */
export type CodeRotation = {
/** The minutes for which the previous code stays valid. 0 to 1440, 0 by default. */
readonly grace_minutes?: number;
};

/** In `ConferencePage`, `ConferenceWithMyEvents`, `ConferenceWithEvents` and 1 more. */
export type Conference = {
readonly id: number;
readonly slug: string;
readonly name: string;
readonly description: string | null;
readonly starts_on: string;
/** The last day, in the time zone of the conference. */
readonly ends_on: string;
readonly timezone: string;
readonly venue: string | null;
readonly city: string | null;
/** ISO 3166-1 alpha-2 code. */
readonly country: string | null;
readonly website: string | null;
readonly image_url: string | null;
/** null for no limit. */
readonly capacity: number | null;
/** null for no limit. */
readonly spots_left: number | null;
/** `invited`: only organizers add people; `closed`: nobody registers. Either way invited people claim their seats, and the waitlist moves up. */
readonly registration_mode: RegistrationMode;
readonly registration_closes_at: string | null;
/** `waitlist` if the conference is open but full. */
readonly registration_state: RegistrationState;
/** `registered`: only attendees with a seat at the conference may attend its events, and a cancelled registration gives up their seats at coming events. */
readonly event_access: EventAccess;
readonly status: ConferenceStatus;
/** Attendees with a seat, without the waitlist. */
readonly attendee_count: number;
/** Seats held for invited people who have not signed in yet. */
readonly invited_count: number;
/** The number of approved events. */
readonly event_count: number;
readonly created_at: string;
readonly updated_at: string;
};

/** In the body of `updateConferenceAttendee`. */
export type ConferenceAttendeeChange = {
/** `registered` gives a seat, `waitlisted` and `cancelled` take it. */
readonly status?: "registered" | "waitlisted" | "cancelled";
readonly ticket_type?: string | null;
/** A note for the desk and the door, which check-in shows; null deletes it. */
readonly desk_note?: string | null;
/** `true`: give a seat even if none is free. The next freed seats make up for it. */
readonly over_capacity?: boolean;
/** `false`: the user gets no notification. */
readonly notify?: boolean;
};

/** At most 500 ids in all. Requires `status`, `ticket_type` or both. Invitations take a `ticket_type` or the status `withdrawn`. */
export type ConferenceAttendeesChange = {
/** Free seats go to the first of them. */
readonly user_ids?: readonly number[];
/** `true`: give seats even if none is free. The next freed seats make up for it. */
readonly over_capacity?: boolean;
/** `false`: the users get no notification. */
readonly notify?: boolean;
/** `true`: answers as the change would, with `would_notify`, and changes nothing. */
readonly dry_run?: boolean;
readonly invitation_ids?: readonly number[];
/** `registered` gives a seat, `waitlisted` and `cancelled` take it. `withdrawn` removes attendees as `DELETE` does, and withdraws invitations. */
readonly status?: "registered" | "waitlisted" | "cancelled" | "withdrawn";
readonly ticket_type?: string | null;
};

/** A conference that you attend, or whose agenda items you keep, was cancelled, archived before its end, or deleted. */
export type ConferenceCancellation = {
readonly id: number;
readonly title: string;
readonly body: string;
/** The URL that a click opens. */
readonly action_url: string | null;
/** The page of the mini app that a click opens where there is no `action_url`. It can be hidden from you by now. */
readonly start: Target | null;
readonly created_at: string;
/** When you first clicked it. */
readonly clicked_at: string | null;
readonly dismissed_at: string | null;
readonly type: "conference_cancelled";
readonly data: {
readonly conference_id: number;
readonly reason: "cancelled" | "archived" | "deleted";
};
};

/** Updates the given fields; `null` clears one. */
export type ConferenceChange = {
readonly slug?: string;
readonly name?: string;
readonly description?: string | null;
readonly starts_on?: string;
/** The last day: `starts_on` or later. */
readonly ends_on?: string;
readonly timezone?: string;
readonly venue?: string | null;
readonly city?: string | null;
readonly country?: string | null;
readonly website?: string | null;
readonly image_url?: string | null;
/** null for no limit. */
readonly capacity?: number | null;
/** `invited`: only organizers add people; `closed`: nobody registers. Either way invited people claim their seats, and the waitlist moves up. */
readonly registration_mode?: RegistrationMode;
readonly registration_closes_at?: string | null;
/** `registered`: only attendees with a seat at the conference may attend its events, and a cancelled registration gives up their seats at coming events. */
readonly event_access?: EventAccess;
readonly status?: ConferenceStatus;
/** Whether attendees and users who keep agenda items are notified that a coming conference is over for them, or has other days or another place. Default: `true`. */
readonly notify?: boolean;
};

/** A conference that you attend, or whose agenda items you keep, has other days or another place. */
export type ConferenceChangeNotification = {
readonly id: number;
readonly title: string;
readonly body: string;
/** The URL that a click opens. */
readonly action_url: string | null;
/** The page of the mini app that a click opens where there is no `action_url`. It can be hidden from you by now. */
readonly start: Target | null;
readonly created_at: string;
/** When you first clicked it. */
readonly clicked_at: string | null;
readonly dismissed_at: string | null;
readonly type: "conference_updated";
readonly data: {
readonly conference_id: number;
/** The changed fields with their values before and after. */
readonly changes: {
readonly starts_on?: {
readonly from: string;
readonly to: string;
};
readonly ends_on?: {
readonly from: string;
readonly to: string;
};
readonly timezone?: {
readonly from: string;
readonly to: string;
};
readonly venue?: {
readonly from: string | null;
readonly to: string | null;
};
readonly city?: {
readonly from: string | null;
readonly to: string | null;
};
};
};
};

/** In the answer of `checkInConferenceAttendee`. */
export type ConferenceCheckIn = {
readonly user: {
readonly id: number;
readonly first_name: string;
readonly last_name: string | null;
readonly photo_url: string | null;
readonly company: string | null;
readonly job_title: string | null;
} | null;
readonly attendance: AdminRegistration | null;
/** Only of a guest, who has no account: `user` and `attendance` are null then. */
readonly invitation?: {
/** The id of the invitation. */
readonly id: number;
readonly first_name: string | null;
readonly last_name: string | null;
readonly company: string | null;
readonly ticket_type: string | null;
/** True for a guest who was added at the door. */
readonly is_walk_in: boolean;
readonly checked_in_at: string | null;
};
/** True if the attendee had already checked in; `checked_in_at` is the first check-in. */
readonly already_checked_in: boolean;
/** Only of a scan from before the seat was given up: the person was let in, and has no seat now. */
readonly is_recorded?: true;
/** Only of a scan whose time was corrected: by how much the clock of the device is ahead; negative for a slow one. */
readonly clock_skew_seconds?: number;
/** Only of a scan that was older than 48 hours when it arrived. */
readonly is_late?: true;
};

/** One result for each scan, in the same order. */
export type ConferenceCheckInBatch = {
readonly results: readonly ({
readonly nonce: string | null;
/** `recorded`: the scan is from before the seat was given up. The person was let in, and has no seat now. */
readonly status: "checked_in" | "already_checked_in" | "recorded" | "refused";
/** For a refused scan: the error code of a single check-in, such as `WAITLISTED`. */
readonly code: ErrorCode | null;
readonly error: string | null;
readonly user: {
readonly id: number;
readonly first_name: string;
readonly last_name: string | null;
readonly photo_url: string | null;
readonly company: string | null;
readonly job_title: string | null;
} | null;
/** Only of a scan whose time was corrected: by how much the clock of the device is ahead; negative for a slow one. */
readonly clock_skew_seconds?: number;
/** Only of a scan that was older than 48 hours when it arrived. */
readonly is_late?: true;
readonly attendance: AdminRegistration | null;
/** Only of a guest, who has no account: `user` and `attendance` are null then. */
readonly invitation?: {
/** The id of the invitation. */
readonly id: number;
readonly first_name: string | null;
readonly last_name: string | null;
readonly company: string | null;
readonly ticket_type: string | null;
/** True for a guest who was added at the door. */
readonly is_walk_in: boolean;
readonly checked_in_at: string | null;
};
})[];
};

/** Requires one of `user_id`, `code` and `invitation_id`. */
export type ConferenceCheckInRequest = {
readonly user_id?: number;
/** The code as it was read: of a ticket, of the badge of a guest, or of the ticket shop whose list was imported. */
readonly code?: string;
/** A guest of the attendee list. */
readonly invitation_id?: number;
/** A value that your client chooses for each scan. A request with the same nonce gets the first answer again. */
readonly nonce?: string;
/** When an offline device scanned the ticket, by its clock. It becomes `checked_in_at`. Default: now. A time in the future counts as now, and so does one of more than 48 hours ago, unless the door was open then; `clock_skew_seconds` and `is_late` in the answer say so. */
readonly scanned_at?: string;
/** The name of the device, which the list of recent check-ins shows. */
readonly device?: string;
/** `true`: let in an attendee whose account is blocked. */
readonly allow_blocked?: boolean;
};

/** Requires one of `user_id`, `code` and `invitation_id`. */
export type ConferenceCheckInUndoing = {
readonly user_id?: number;
/** The code as it was read: of a ticket, of the badge of a guest, or of the ticket shop whose list was imported. */
readonly code?: string;
/** A guest of the attendee list. */
readonly invitation_id?: number;
};

/** In the answer of `undoConferenceCheckIn`. */
export type ConferenceCheckInUndone = {
readonly user: {
readonly id: number;
readonly first_name: string;
readonly last_name: string | null;
readonly photo_url: string | null;
readonly company: string | null;
readonly job_title: string | null;
} | null;
readonly attendance: AdminRegistration | null;
/** Only of a guest, who has no account: `user` and `attendance` are null then. */
readonly invitation?: {
/** The id of the invitation. */
readonly id: number;
readonly first_name: string | null;
readonly last_name: string | null;
readonly company: string | null;
readonly ticket_type: string | null;
/** True for a guest who was added at the door. */
readonly is_walk_in: boolean;
readonly checked_in_at: string | null;
};
};

/** In the answer of `duplicateConference`. */
export type ConferenceCopy = {
readonly id: number;
readonly slug: string;
readonly name: string;
readonly description: string | null;
readonly starts_on: string;
/** The last day, in the time zone of the conference. */
readonly ends_on: string;
readonly timezone: string;
readonly venue: string | null;
readonly city: string | null;
/** ISO 3166-1 alpha-2 code. */
readonly country: string | null;
readonly website: string | null;
readonly image_url: string | null;
/** null for no limit. */
readonly capacity: number | null;
/** null for no limit. */
readonly spots_left: number | null;
/** `invited`: only organizers add people; `closed`: nobody registers. Either way invited people claim their seats, and the waitlist moves up. */
readonly registration_mode: RegistrationMode;
readonly registration_closes_at: string | null;
/** `waitlist` if the conference is open but full. */
readonly registration_state: RegistrationState;
/** `registered`: only attendees with a seat at the conference may attend its events, and a cancelled registration gives up their seats at coming events. */
readonly event_access: EventAccess;
readonly status: ConferenceStatus;
/** Attendees with a seat, without the waitlist. */
readonly attendee_count: number;
/** Seats held for invited people who have not signed in yet. */
readonly invited_count: number;
/** The number of approved events. */
readonly event_count: number;
readonly created_at: string;
readonly updated_at: string;
/** Seats given beyond the capacity. The next freed seats reduce it. */
readonly over_capacity_count: number;
/** Raised by each edit of the organizers. The `ETag` is `"<id>.<version>"`. */
readonly version: number;
readonly copied: {
readonly rooms: number;
readonly tracks: number;
readonly agenda_items: number;
readonly quests: number;
readonly quest_tasks: number;
readonly reminder_templates: number;
};
/** Tasks to attend an event: events are not copied. */
readonly left_out: {
readonly quest_tasks: number;
};
};

/** In the body of `duplicateConference`. */
export type ConferenceCopyInput = {
readonly name: string;
/** By default generated from the name. */
readonly slug?: string;
/** The first day. All times move by as many days. */
readonly starts_on: string;
/** `rooms` and `tracks`: with capacities, colors and order. `agenda`: scheduled items, without speakers and events; rooms and tracks that were not copied are made by their names. `quests`: with their tasks, inactive. `templates`: the reminder templates of the quests. */
readonly parts?: readonly ("rooms" | "tracks" | "agenda" | "quests" | "templates")[];
};

/** In the answer of `getConferenceBySlug`, the answer of `getConference`. */
export type ConferenceDetails = {
readonly id: number;
readonly slug: string;
readonly name: string;
readonly description: string | null;
readonly starts_on: string;
/** The last day, in the time zone of the conference. */
readonly ends_on: string;
readonly timezone: string;
readonly venue: string | null;
readonly city: string | null;
/** ISO 3166-1 alpha-2 code. */
readonly country: string | null;
readonly website: string | null;
readonly image_url: string | null;
/** null for no limit. */
readonly capacity: number | null;
/** null for no limit. */
readonly spots_left: number | null;
/** `invited`: only organizers add people; `closed`: nobody registers. Either way invited people claim their seats, and the waitlist moves up. */
readonly registration_mode: RegistrationMode;
readonly registration_closes_at: string | null;
/** `waitlist` if the conference is open but full. */
readonly registration_state: RegistrationState;
/** `registered`: only attendees with a seat at the conference may attend its events, and a cancelled registration gives up their seats at coming events. */
readonly event_access: EventAccess;
readonly status: ConferenceStatus;
/** Attendees with a seat, without the waitlist. */
readonly attendee_count: number;
/** Seats held for invited people who have not signed in yet. */
readonly invited_count: number;
/** The number of approved events. */
readonly event_count: number;
readonly created_at: string;
readonly updated_at: string;
/** Opens it in the mini app; null without `MESSENGER_APP_URL`. */
readonly share_url: string | null;
};

/** You were promoted from the waitlist of a conference to a seat. */
export type ConferenceNotification = {
readonly id: number;
readonly title: string;
readonly body: string;
/** The URL that a click opens. */
readonly action_url: string | null;
/** The page of the mini app that a click opens where there is no `action_url`. It can be hidden from you by now. */
readonly start: Target | null;
readonly created_at: string;
/** When you first clicked it. */
readonly clicked_at: string | null;
readonly dismissed_at: string | null;
readonly type: "conference_promoted";
readonly data: {
readonly conference_id: number;
};
};

/** In the answer of `listConferences`. */
export type ConferencePage = {
readonly data: readonly Conference[];
readonly pagination: Pagination;
/** Send it as the next `updated_since`. The ETag ignores it: after 304, keep the older one. */
readonly as_of: string;
/** Only with `updated_since`: ids that may have left this list. */
readonly gone?: readonly number[];
};

/** In the answer of `getConferenceReadiness`. */
export type ConferenceReadiness = {
/** Whether no finding is an error. */
readonly is_ready: boolean;
readonly findings: readonly ReadinessFinding[];
};

/** In `ConferenceRecentCheckInPage`. */
export type ConferenceRecentCheckIn = {
/** null for a guest. */
readonly user: {
readonly id: number;
readonly first_name: string;
readonly last_name: string | null;
readonly photo_url: string | null;
readonly company: string | null;
readonly job_title: string | null;
} | null;
readonly checked_in_at: string;
/** The `device` of the check-in, if it had one. */
readonly device: string | null;
/** The id of the API key, as in the audit log; null if an earlier version ran. */
readonly key: string | null;
/** The person whose key it is; null for a key of a machine or of the settings. */
readonly administrator: {
readonly id: number;
readonly name: string;
} | null;
/** Only of a guest, with `include=guests`. */
readonly invitation?: {
/** The id of the invitation. */
readonly id: number;
readonly first_name: string | null;
readonly last_name: string | null;
readonly company: string | null;
readonly ticket_type: string | null;
/** True for a guest who was added at the door. */
readonly is_walk_in: boolean;
readonly checked_in_at: string | null;
};
readonly ticket_type: string | null;
};

/** In the answer of `listConferenceCheckIns`. */
export type ConferenceRecentCheckInPage = {
readonly data: readonly ConferenceRecentCheckIn[];
readonly pagination: CursorPagination;
};

/** In the body of `checkInConferenceAttendees`. */
export type ConferenceScans = {
/** The time of the request, by the clock of the device. A clock that is more than 60 seconds off corrects each `scanned_at`. */
readonly sent_at?: string;
/** In the order of the scans. Each requires one of `user_id`, `code` and `invitation_id`. */
readonly check_ins: readonly {
readonly user_id?: number;
/** The code as it was read: of a ticket, of the badge of a guest, or of the ticket shop whose list was imported. */
readonly code?: string;
/** A guest of the attendee list. */
readonly invitation_id?: number;
/** A value that your client chooses for each scan. A request with the same nonce gets the first answer again. */
readonly nonce?: string;
/** When an offline device scanned the ticket, by its clock. It becomes `checked_in_at`. Default: now. A time in the future counts as now, and so does one of more than 48 hours ago, unless the door was open then; `clock_skew_seconds` and `is_late` in the answer say so. */
readonly scanned_at?: string;
/** The name of the device, which the list of recent check-ins shows. */
readonly device?: string;
/** `true`: let in an attendee whose account is blocked. */
readonly allow_blocked?: boolean;
}[];
};

/** In the answer of `getConferenceStats`. */
export type ConferenceStats = {
readonly conference_id: number;
/** When the numbers were read. */
readonly as_of: string;
/** Needs `attendees:read`. With `door:read` alone it has no `waitlisted` and no `invited`. */
readonly attendance?: {
readonly totals: {
/** Attendees with a seat, arrived or not. */
readonly seats: number;
readonly arrived: number;
/** Without waiting invitations. */
readonly waitlisted?: number;
/** Seats of invitations that nobody has claimed. */
readonly invited?: number;
};
/** The 200 ticket types with the most people; null for none. */
readonly by_ticket_type: readonly ({
/** Attendees with a seat, arrived or not. */
readonly seats: number;
readonly arrived: number;
/** Without waiting invitations. */
readonly waitlisted?: number;
/** Seats of invitations that nobody has claimed. */
readonly invited?: number;
readonly ticket_type: string | null;
})[];
};
/** Needs `content:read`. */
readonly programme?: {
/** Approved events. */
readonly events: number;
readonly pending_side_events: number;
};
/** Of the quests of the conference. Needs `quests:read`. */
readonly quests?: {
/** Those that wait for a decision. */
readonly registration_requests: number;
/** Those that wait for a review. */
readonly submissions: number;
};
/** About the conference, its events and agenda items. Needs `feedback:read`. */
readonly feedback?: {
readonly new: number;
};
/** Those whose audience names the conference; for a key of some conferences, only if it names no other one. Needs `broadcasts:read`. */
readonly broadcasts?: {
readonly running: number;
readonly failed: number;
};
/** Between users who both have a seat at the conference or its events, accepted on its days, in its time zone. Needs `attendees:read`. */
readonly connections?: {
readonly accepted: number;
/** At most 60 seconds ago. */
readonly as_of: string;
};
/** Only with `bucket`. Each bucket has a point, also without any count. */
readonly series?: {
readonly bucket: "hour" | "5min";
/** The start of the first bucket. */
readonly from: string;
/** The end of the last bucket. */
readonly to: string;
readonly points: readonly {
/** The start of the bucket. */
readonly at: string;
/** Without those cancelled since. */
readonly registrations?: number;
readonly arrivals?: number;
readonly connections?: number;
readonly quest_completions?: number;
}[];
};
};

/** In `Conference`, `ConferenceDetails`, `AdminConference` and 6 more. */
export type ConferenceStatus = "draft" | "published" | "cancelled" | "archived";

/** In the answer of `getMyConferenceTicket`. */
export type ConferenceTicket = {
readonly conference_id: number;
/** The signed ticket code, to scan or to type. Case does not matter. */
readonly code: string;
/** The code as a QR code in SVG. */
readonly qr_svg: string;
readonly status: SeatedStatus;
};

/** In `ChangedConference`. */
export type ConferenceWarning = {
readonly kind: "days";
readonly agenda_items: number;
readonly events: number;
readonly message: string;
/** For programs, as `too_long`; more can come. */
readonly code: string;
/** What the sentence says, as `max`. */
readonly params: Readonly<Record<string, string | number | readonly (string | number)[]>>;
};

/** In the answer of `listConferenceEvents`. */
export type ConferenceWithEvents = {
readonly conference: Conference;
readonly events: readonly ApiEvent[];
/** Only with `limit` or `cursor`. */
readonly pagination?: CursorPagination;
};

/** In the answer of `listMyConferenceEvents`. */
export type ConferenceWithMyEvents = {
readonly conference: Conference;
readonly events: readonly EventWithAttendance[];
/** Only with `limit` or `cursor`. */
readonly pagination?: CursorPagination;
};

/** In the answer of `requestConnection`, the answer of `meetUser`, the answer of `answerConnectionRequest` and 1 more. */
export type Connection = {
readonly id: number;
readonly status: "pending" | "accepted" | "rejected";
/** Whether the caller sent or received the request. */
readonly direction: ConnectionDirection;
readonly message: string | null;
/** When the latest request was sent. */
readonly created_at: string;
/** null while the request is pending. */
readonly responded_at: string | null;
/** When the two met, by a meet code. */
readonly met_at: string | null;
/** The conference at which they met. */
readonly met_conference_id: number | null;
/** Your own note, which the other user never sees. */
readonly note: string | null;
/** The user who sent the latest request. */
readonly requester_id: number;
readonly recipient_id: number;
};

/** In the body of `answerConnectionRequest`. */
export type ConnectionAnswer = {
readonly status: "accepted" | "rejected";
};

/** In the answer of `getConnectionStatus`. */
export type ConnectionCheck = {
readonly status: "none" | "pending" | "accepted" | "rejected";
readonly direction: ConnectionDirection | null;
readonly connection_id: number | null;
/** Your own note, which the other user never sees. */
readonly note: string | null;
};

/** In `PersonalData`, `Connection`, `ListedConnection` and 1 more. */
export type ConnectionDirection = "sent" | "received";

/** In the body of `setConnectionNote`. */
export type ConnectionNote = {
readonly note: string | null;
};

/** `connection_request`: the `actor` sent you a connection request. `connection_accepted`: the `actor` accepted yours, or the two of you met. */
export type ConnectionNotification = {
readonly id: number;
readonly title: string;
readonly body: string;
/** The URL that a click opens. */
readonly action_url: string | null;
/** The page of the mini app that a click opens where there is no `action_url`. It can be hidden from you by now. */
readonly start: Target | null;
readonly created_at: string;
/** When you first clicked it. */
readonly clicked_at: string | null;
readonly dismissed_at: string | null;
readonly type: "connection_request" | "connection_accepted";
readonly data: {
readonly connection_id: number;
readonly actor: {
readonly id: number;
readonly first_name: string;
readonly photo_url: string | null;
};
};
};

/** In the answer of `listConnections`, the answer of `listConnectedUsers`, the answer of `listReceivedConnectionRequests` and 1 more. */
export type ConnectionPage = {
readonly data: readonly ListedConnection[];
readonly pagination: Pagination;
};

/** In the body of `requestConnection`. */
export type ConnectionRequest = {
readonly recipient_id: number;
readonly message?: string | null;
};

/** In `Profile`, `ProfilePage`, `BlockedUser` and 2 more. */
export type ConnectionStatusToViewer = "none" | "pending_sent" | "pending_received" | "accepted" | "rejected";

/** A hidden user who is not connected has only `id` and `first_name`; other fields are null, `interests` is empty and `points` is 0. */
export type ConnectionUser = {
readonly id: number;
readonly first_name: string;
readonly last_name: string | null;
readonly photo_url: string | null;
readonly headline: string | null;
readonly company: string | null;
readonly job_title: string | null;
readonly interests: readonly string[];
readonly points: number;
readonly created_at: string | null;
/** Only if the user shows it to this caller. */
readonly username?: string | null;
/** Only if the user shows them to this caller. */
readonly socials?: Socials;
/** Only for signed-in callers. */
readonly bio?: string | null;
/** Only for signed-in callers. */
readonly looking_for?: string | null;
/** Only for signed-in callers. */
readonly offering?: string | null;
/** Only for signed-in callers. */
readonly connection_status?: ConnectionStatusToViewer;
};

/** In `OwnProfile`, `MessengerProfile`, `ProfileChange` and 3 more. */
export type ContactVisibility = "everyone" | "connections";

/** A page by cursor has no `page`, `total` and `pages`. */
export type CursorPagination = {
readonly page?: number;
readonly limit: number;
readonly total?: number;
readonly pages?: number;
/** Only when the list has more than 10,000 rows: `total` is then 10,000, and `pages` follows from it. Further pages exist. */
readonly total_is_exact?: false;
/** `null` on the last page. */
readonly next_cursor?: string | null;
};

/** In the answer of `deleteAgendaItem`, the answer of `removeConferenceAttendee`, the answer of `withdrawInvitation` and 16 more. */
export type Deleted = {
readonly id: number;
readonly deleted: true;
};

/** In `WrittenNotification`, `JobDelivery`, `PersonalData` and 2 more. */
export type DeliveryStatus = "queued" | "sending" | "sent" | "failed" | "skipped";

/** In the answer of `searchDoorPeople`. */
export type DoorPeople = {
/** At most 20, the best matches first. */
readonly data: readonly DoorPerson[];
};

/** In `DoorPeople`. */
export type DoorPerson = {
/** null for a guest, who has no account. */
readonly user: {
/** For the `user_id` of a check-in. */
readonly id: number;
readonly first_name: string;
readonly last_name: string | null;
readonly company: string | null;
readonly job_title: string | null;
readonly is_blocked: boolean;
} | null;
/** Only of a guest: its `id` is the `invitation_id` of a check-in. */
readonly invitation: {
/** The id of the invitation. */
readonly id: number;
readonly first_name: string | null;
readonly last_name: string | null;
readonly company: string | null;
readonly ticket_type: string | null;
/** True for a guest who was added at the door. */
readonly is_walk_in: boolean;
readonly checked_in_at: string | null;
} | null;
/** `invited`: a guest, with a seat unless `waitlist_position` is a number. */
readonly status: AttendeeStatus;
readonly waitlist_position: number | null;
readonly ticket_type: string | null;
readonly checked_in_at: string | null;
/** `username`: compare the name with an identity card. */
readonly claimed_by: ClaimMark | null;
};

/** In the answer of `sendBroadcast`. */
export type DryRun = {
readonly dry_run: true;
readonly count: number;
/** The number of users each channel reaches; 0 for a channel that was not requested. */
readonly recipients: {
readonly in_app: number;
readonly messenger: number;
};
readonly samples: readonly {
readonly user_id: number;
readonly title: string;
readonly body: string;
}[];
/** Only with `translations`: how many recipients get which text, and one sample of each. */
readonly languages?: readonly ({
/** Null for `title` and `body` themselves. */
readonly language: string | null;
readonly count: number;
/** Null without recipients. */
readonly sample: {
readonly user_id: number;
readonly title: string;
readonly body: string;
} | null;
})[];
};

/** In the answer of `updateQuestTask`. */
export type EditedQuestTask = {
/** The `task_id` elsewhere. */
readonly id: number;
readonly quest_id: number;
readonly title: string;
readonly description: string | null;
readonly type: TaskType;
readonly points: number;
readonly position: number;
readonly is_required: boolean;
readonly opens_at: string | null;
readonly closes_at: string | null;
/** The state by its own times. */
readonly state: TaskState;
/** How it is approved; follows from the type. */
readonly verification: Verification;
readonly config: TaskConfig;
/** Raised by each edit of the organizers. The `ETag` is `"<id>.<version>"`. */
readonly version: number;
readonly created_at: string;
readonly updated_at: string;
/** null if the edit concerns no points. */
readonly recalculation: Recalculation | null;
};

/** In the answer of `endAdminSessions`. */
export type EndedSessions = {
/** The number of sessions that ended. */
readonly ended: number;
};

/** In `PersonalData`, the answer of `generateEnrichment`, the answer of `getEnrichment` and 1 more. */
export type Enrichment = {
readonly user_id: number;
/** The status of the latest generation. The content is from the last success. */
readonly status: "pending" | "ready" | "failed";
/** `local`: made inside this service. `chat`: made by an outside provider. */
readonly provider: "local" | "chat";
readonly headline: string | null;
readonly summary: string | null;
readonly tags: readonly string[];
readonly interests: readonly string[];
readonly generated_at: string | null;
/** null: recommendations do not use the tags. */
readonly synced_at: string | null;
/** Why the latest generation failed. null unless `status` is `failed`. */
readonly error: "invalid_answer" | "unavailable" | null;
};

/** In the answer of `deleteMyEnrichment`. */
export type EnrichmentDeleted = {
readonly deleted: true;
};

/** In `EnrichmentJobPage`, the answer of `getEnrichmentJob`. */
export type EnrichmentJob = {
readonly id: number;
readonly status: "running" | "completed";
readonly force: boolean;
/** Users without a result yet. */
readonly queued: number;
readonly ready: number;
readonly failed: number;
/** Includes those that were skipped when the job was created. */
readonly skipped: number;
readonly created_at: string;
readonly finished_at: string | null;
};

/** In the answer of `listEnrichmentJobs`. */
export type EnrichmentJobPage = {
readonly data: readonly EnrichmentJob[];
readonly pagination: CursorPagination;
};

/** In the answer of `generateEnrichment`, the answer of `generateEnrichments`. */
export type EnrichmentJobReceipt = {
readonly job_id: number;
readonly queued: number;
/** Unknown or hidden users, users without consent, and unchanged profiles. */
readonly skipped: number;
};

/** In the body of `generateEnrichment`. */
export type EnrichmentRequest = {
/** Also enriches profiles that have not changed since their last enrichment. */
readonly force?: boolean;
};

/** Exactly one of `user_ids`, `filter` and `all`. */
export type EnrichmentsRequest = {
readonly user_ids?: readonly number[];
readonly filter?: AudienceFilters;
readonly all?: true;
/** Also enriches profiles that have not changed since their last enrichment. */
readonly force?: boolean;
};

/** The body of every answer from 400. */
export type ErrorBody = {
/** A sentence for people. It begins with the field, where one is wrong. */
readonly error: string;
readonly code: ErrorCode;
};

/** In `ErrorBody`, `FailedPrecondition`, `EventCheckInBatch` and 1 more. */
export type ErrorCode = "VALIDATION_ERROR" | "CODE_INVALID" | "OTP_INVALID" | "OTP_EXPIRED" | "WRONG_ANSWER" | "TICKET_INVALID" | "TICKET_OTHER_EVENT" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "REGISTRATION_REQUIRED" | "PARTNER_NOT_VERIFIED" | "NOT_FOUND" | "NOT_REGISTERED" | "ROUTE_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "EVENT_ENDED" | "EVENT_CANCELLED" | "EVENT_FULL" | "CONFERENCE_ENDED" | "CONFERENCE_FULL" | "CONFERENCE_CANCELLED" | "TOO_MANY_PENDING" | "ALREADY_CONNECTED" | "ALREADY_CLAIMED" | "ALREADY_HAS_SEAT" | "CONNECTION_REJECTED" | "TOO_MANY_BLOCKS" | "REGISTRATION_CLOSED" | "WAITLISTED" | "GUEST_NOT_CLAIMED" | "ACCOUNT_BLOCKED" | "QUEST_INACTIVE" | "QUEST_NOT_STARTED" | "QUEST_ENDED" | "QUEST_FULL" | "TASK_CLOSED" | "TASK_NOT_FULFILLED" | "NO_TRIES_LEFT" | "NO_TEMPLATE" | "NO_CHAT" | "MEDIA_IN_USE" | "JOB_NOT_CANCELLABLE" | "JOB_NOT_EDITABLE" | "JOB_NOT_RECALLABLE" | "JOB_NOT_RESCHEDULABLE" | "JOB_NOT_RETRYABLE" | "DUPLICATE_BROADCAST" | "DUPLICATE_SHIFT" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_KEY_IN_USE" | "QUOTA_EXCEEDED" | "PARTNER_ACCOUNT_TAKEN" | "ALREADY_MINTED" | "MINT_FAILED" | "ENRICHMENT_NOT_READY" | "ENRICHMENT_NOT_ALLOWED" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RANGE_NOT_SATISFIABLE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "UPSTREAM_ERROR" | "SERVICE_UNAVAILABLE";

/** In `ConferenceWithEvents`, `EventPage`, the answer of `requestSideEvent` and 1 more. */
export type ApiEvent = {
readonly id: number;
readonly slug: string;
readonly conference_id: number | null;
readonly title: string;
readonly description: string | null;
readonly kind: EventKind;
readonly status: EventStatus;
readonly starts_at: string;
readonly ends_at: string;
readonly all_day: boolean;
readonly timezone: string;
readonly venue: Venue;
readonly image_url: string | null;
readonly url: string | null;
readonly organizer: string | null;
readonly tags: readonly string[];
/** null for no limit. */
readonly capacity: number | null;
/** Attendees with a seat, without the waitlist. */
readonly attendee_count: number;
/** null for no limit. */
readonly spots_left: number | null;
/** `invited`: only organizers add people; `closed`: nobody joins. Either way the waitlist moves up. */
readonly registration_mode: RegistrationMode;
readonly registration_closes_at: string | null;
/** `waitlist` if the event is open but full. `cancelled` also while its conference is, `closed` while that is archived. */
readonly registration_state: RegistrationState;
readonly source: ApiEventSource;
readonly created_at: string;
readonly updated_at: string;
};

/** In `Conference`, `ConferenceDetails`, `AdminConference` and 4 more. */
export type EventAccess = "anyone" | "registered";

/** In the body of `updateEventAttendee`. */
export type EventAttendeeChange = {
/** `registered` gives a seat, `waitlisted` and `cancelled` take it. */
readonly status?: "registered" | "waitlisted" | "cancelled";
/** A note for the desk and the door, which check-in shows; null deletes it. */
readonly desk_note?: string | null;
/** `true`: give a seat even if none is free. The next freed seats make up for it. */
readonly over_capacity?: boolean;
/** `false`: the user gets no notification. */
readonly notify?: boolean;
};

/** In the body of `updateEventAttendees`. */
export type EventAttendeesChange = {
/** Free seats go to the first of them. */
readonly user_ids?: readonly number[];
/** `true`: give seats even if none is free. The next freed seats make up for it. */
readonly over_capacity?: boolean;
/** `false`: the users get no notification. */
readonly notify?: boolean;
/** `true`: answers as the change would, with `would_notify`, and changes nothing. */
readonly dry_run?: boolean;
/** `registered` gives a seat, `waitlisted` and `cancelled` take it. `withdrawn` removes attendees as `DELETE` does, and withdraws invitations. */
readonly status: "registered" | "waitlisted" | "cancelled" | "withdrawn";
};

/** Updates the given fields; `null` clears one. `status` can only change from `approved` to `cancelled` here. */
export type EventChange = {
readonly slug?: string;
readonly conference_id?: number | null;
readonly title?: string;
readonly description?: string | null;
readonly kind?: EventKind;
readonly status?: EventStatus;
readonly starts_at?: string;
/** After `starts_at`. */
readonly ends_at?: string;
readonly all_day?: boolean;
readonly timezone?: string;
/** Updates the given fields of the venue; `null` clears all of it. */
readonly venue?: {
readonly name?: string | null;
readonly address?: string | null;
readonly latitude?: number | null;
readonly longitude?: number | null;
} | null;
readonly image_url?: string | null;
readonly url?: string | null;
readonly organizer?: string | null;
readonly tags?: readonly string[] | null;
/** null for no limit. */
readonly capacity?: number | null;
/** `invited`: only organizers add people; `closed`: nobody joins. Either way the waitlist moves up. */
readonly registration_mode?: RegistrationMode;
readonly registration_closes_at?: string | null;
/** Whether attendees are notified. Default: `true`. */
readonly notify?: boolean;
};

/** `event_updated`: the time or place of an event that you attend or requested changed, or a cancellation was revoked. `event_cancelled`: the event is cancelled or was deleted. A change replaces your unread notification of the same event of the last 10 minutes: `changes` then has the first `from` and the last `to`; what ends where it began is withdrawn, unless a message was sent. */
export type EventChangeNotification = {
readonly id: number;
readonly title: string;
readonly body: string;
/** The URL that a click opens. */
readonly action_url: string | null;
/** The page of the mini app that a click opens where there is no `action_url`. It can be hidden from you by now. */
readonly start: Target | null;
readonly created_at: string;
/** When you first clicked it. */
readonly clicked_at: string | null;
readonly dismissed_at: string | null;
readonly type: "event_updated" | "event_cancelled";
readonly data: {
readonly event_id: number;
/** The changed fields. Absent in notifications of the first version. */
readonly changes?: {
readonly status?: {
readonly from: EventStatus;
readonly to: EventStatus;
};
readonly starts_at?: {
readonly from: string;
readonly to: string;
};
readonly ends_at?: {
readonly from: string;
readonly to: string;
};
readonly venue?: {
readonly from: Venue;
readonly to: Venue;
};
};
};
};

/** In the answer of `checkInEventAttendee`. */
export type EventCheckIn = {
readonly user: {
readonly id: number;
readonly first_name: string;
readonly last_name: string | null;
readonly photo_url: string | null;
readonly company: string | null;
readonly job_title: string | null;
};
readonly attendance: AdminAttendance;
/** True if the attendee had already checked in; `checked_in_at` is the first check-in. */
readonly already_checked_in: boolean;
/** Only of a scan from before the seat was given up: the person was let in, and has no seat now. */
readonly is_recorded?: true;
/** Only of a scan whose time was corrected: by how much the clock of the device is ahead; negative for a slow one. */
readonly clock_skew_seconds?: number;
/** Only of a scan that was older than 48 hours when it arrived. */
readonly is_late?: true;
};

/** One result for each scan, in the same order. */
export type EventCheckInBatch = {
readonly results: readonly ({
readonly nonce: string | null;
/** `recorded`: the scan is from before the seat was given up. The person was let in, and has no seat now. */
readonly status: "checked_in" | "already_checked_in" | "recorded" | "refused";
/** For a refused scan: the error code of a single check-in, such as `WAITLISTED`. */
readonly code: ErrorCode | null;
readonly error: string | null;
readonly user: {
readonly id: number;
readonly first_name: string;
readonly last_name: string | null;
readonly photo_url: string | null;
readonly company: string | null;
readonly job_title: string | null;
} | null;
/** Only of a scan whose time was corrected: by how much the clock of the device is ahead; negative for a slow one. */
readonly clock_skew_seconds?: number;
/** Only of a scan that was older than 48 hours when it arrived. */
readonly is_late?: true;
readonly attendance: AdminAttendance | null;
})[];
};

/** In the answer of `undoEventCheckIn`. */
export type EventCheckInUndone = {
readonly user: {
readonly id: number;
readonly first_name: string;
readonly last_name: string | null;
readonly photo_url: string | null;
readonly company: string | null;
readonly job_title: string | null;
};
readonly attendance: AdminAttendance;
};

/** In the answer of `getEventBySlug`, the answer of `getEvent`. */
export type EventDetails = {
readonly id: number;
readonly slug: string;
readonly conference_id: number | null;
readonly title: string;
readonly description: string | null;
readonly kind: EventKind;
readonly status: EventStatus;
readonly starts_at: string;
readonly ends_at: string;
readonly all_day: boolean;
readonly timezone: string;
readonly venue: Venue;
readonly image_url: string | null;
readonly url: string | null;
readonly organizer: string | null;
readonly tags: readonly string[];
/** null for no limit. */
readonly capacity: number | null;
/** Attendees with a seat, without the waitlist. */
readonly attendee_count: number;
/** null for no limit. */
readonly spots_left: number | null;
/** `invited`: only organizers add people; `closed`: nobody joins. Either way the waitlist moves up. */
readonly registration_mode: RegistrationMode;
readonly registration_closes_at: string | null;
/** `waitlist` if the event is open but full. `cancelled` also while its conference is, `closed` while that is archived. */
readonly registration_state: RegistrationState;
readonly source: ApiEventSource;
readonly created_at: string;
readonly updated_at: string;
/** Only for signed-in callers. */
readonly attendance?: Attendance;
/** Only for a side event that you requested and that is pending or rejected. */
readonly rejection_reason?: string | null;
/** Opens it in the mini app; null without `MESSENGER_APP_URL`. */
readonly share_url: string | null;
};

/** In the body of `importCalendarEvent`. */
export type EventImport = {
/** The address of the calendar. Alternatively, upload a file. */
readonly url?: string;
/** The conference that the events belong to. */
readonly conference_id?: number;
/** The status of new events. Default: `approved`. */
readonly status?: ImportedEventStatus;
/** The time zone of times without one. */
readonly timezone?: string;
/** `false`: do not add new events of a conference to its agenda. Default: `true`. */
readonly agenda?: boolean;
/** `false`: attendees and users who keep agenda items get no notification of changes. Default: `true`, one for each person. */
readonly notify?: boolean;
/** `true`: only report what the import would do; nothing is stored or sent. Default: `false`. */
readonly dry_run?: boolean;
/** The UID of the event, if the calendar has several. */
readonly uid?: string;
};

/** In the answer of `importCalendarEvent`. */
export type EventImported = {
readonly result: "created" | "updated" | "unchanged";
/** With `dry_run`, the event as it would be. A new event then has an id that no event gets. */
readonly event: AdminEvent;
readonly dry_run: boolean;
};

/** In `EventWithAttendance`, `Event`, `EventDetails` and 9 more. */
export type EventKind = "main" | "side";

/** `event_approved`: your side-event request was approved. `event_promoted`: you were promoted from the waitlist to a seat. */
export type EventNotification = {
readonly id: number;
readonly title: string;
readonly body: string;
/** The URL that a click opens. */
readonly action_url: string | null;
/** The page of the mini app that a click opens where there is no `action_url`. It can be hidden from you by now. */
readonly start: Target | null;
readonly created_at: string;
/** When you first clicked it. */
readonly clicked_at: string | null;
readonly dismissed_at: string | null;
readonly type: "event_approved" | "event_promoted";
readonly data: {
readonly event_id: number;
};
};

/** In the answer of `listEvents`. */
export type EventPage = {
readonly data: readonly ApiEvent[];
readonly pagination: Pagination;
/** Send it as the next `updated_since`. The ETag ignores it: after 304, keep the older one. */
readonly as_of: string;
/** Only with `updated_since`: ids that may have left this list. */
readonly gone?: readonly number[];
};

/** In `EventRecentCheckInPage`. */
export type EventRecentCheckIn = {
readonly user: {
readonly id: number;
readonly first_name: string;
readonly last_name: string | null;
readonly photo_url: string | null;
readonly company: string | null;
readonly job_title: string | null;
};
readonly checked_in_at: string;
/** The `device` of the check-in, if it had one. */
readonly device: string | null;
/** The id of the API key, as in the audit log; null if an earlier version ran. */
readonly key: string | null;
/** The person whose key it is; null for a key of a machine or of the settings. */
readonly administrator: {
readonly id: number;
readonly name: string;
} | null;
};

/** In the answer of `listEventCheckIns`. */
export type EventRecentCheckInPage = {
readonly data: readonly EventRecentCheckIn[];
readonly pagination: CursorPagination;
};

/** Your side-event request was rejected. */
export type EventRejection = {
readonly id: number;
readonly title: string;
readonly body: string;
/** The URL that a click opens. */
readonly action_url: string | null;
/** The page of the mini app that a click opens where there is no `action_url`. It can be hidden from you by now. */
readonly start: Target | null;
readonly created_at: string;
/** When you first clicked it. */
readonly clicked_at: string | null;
readonly dismissed_at: string | null;
readonly type: "event_rejected";
readonly data: {
readonly event_id: number;
readonly reason: string | null;
};
};

/** In `EventWithAttendance`, `Event`, `EventDetails` and 4 more. */
export type ApiEventSource = "admin" | "request" | "extcal";

/** In `EventChangeNotification`, `PersonalData`, `EventWithAttendance` and 8 more. */
export type EventStatus = "pending" | "approved" | "rejected" | "cancelled";

/** In the answer of `getMyEventTicket`. */
export type EventTicket = {
readonly event_id: number;
/** The signed ticket code, to scan or to type. Case does not matter. */
readonly code: string;
/** The code as a QR code in SVG. */
readonly qr_svg: string;
readonly status: SeatedStatus;
};

/** In `CheckedEvent`, `ChangedEvent`. */
export type EventWarning = {
/** `length`: longer than 24 hours. `days`: outside the days of the conference. `room`: the venue is double-booked within the conference. `capacity`: the room is smaller than the seats of the event. */
readonly kind: "length" | "days" | "room" | "capacity";
/** The other event in the room. */
readonly event_id?: number;
/** The other agenda item in the room. */
readonly agenda_item_id?: number;
readonly message: string;
/** For programs, as `too_long`; more can come. */
readonly code: string;
/** What the sentence says, as `max`. */
readonly params: Readonly<Record<string, string | number | readonly (string | number)[]>>;
};

/** In `ConferenceWithMyEvents`, `MyEventPage`. */
export type EventWithAttendance = {
readonly id: number;
readonly slug: string;
readonly conference_id: number | null;
readonly title: string;
readonly description: string | null;
readonly kind: EventKind;
readonly status: EventStatus;
readonly starts_at: string;
readonly ends_at: string;
readonly all_day: boolean;
readonly timezone: string;
readonly venue: Venue;
readonly image_url: string | null;
readonly url: string | null;
readonly organizer: string | null;
readonly tags: readonly string[];
/** null for no limit. */
readonly capacity: number | null;
/** Attendees with a seat, without the waitlist. */
readonly attendee_count: number;
/** null for no limit. */
readonly spots_left: number | null;
/** `invited`: only organizers add people; `closed`: nobody joins. Either way the waitlist moves up. */
readonly registration_mode: RegistrationMode;
readonly registration_closes_at: string | null;
/** `waitlist` if the event is open but full. `cancelled` also while its conference is, `closed` while that is archived. */
readonly registration_state: RegistrationState;
readonly source: ApiEventSource;
readonly created_at: string;
readonly updated_at: string;
/** Only for signed-in callers. */
readonly attendance?: Attendance;
/** Only for a side event that you requested and that is pending or rejected. */
readonly rejection_reason?: string | null;
};

/** In the answer of `exportQuest`. */
export type ExportedParticipants = readonly ExportedQuestParticipant[];

/** Each task adds `task <id>: <title>` with its status, and each text `text <id>: <title>` with its answer. */
export type ExportedQuestParticipant = {
readonly user_id: number;
/** Absent without the scope `people:contacts`. */
readonly messenger_id?: number | null;
readonly first_name: string;
readonly last_name: string | null;
/** Absent without the scope `people:contacts`. */
readonly username?: string | null;
readonly company: string | null;
readonly status: ParticipantStatus;
/** `public`: by an unsigned call; the user has not opened the quest. */
readonly source: "self" | "public" | "signed" | "admin";
/** The points in this quest, including those of the completion. */
readonly points: number;
/** null for `admitted`. */
readonly started_at: string | null;
readonly completed_at: string | null;
readonly completed_tasks: number;
};

/** The body of 412. */
export type FailedPrecondition = {
/** A sentence for people. It begins with the field, where one is wrong. */
readonly error: string;
readonly code: ErrorCode;
/** The resource as it is now. */
readonly current: Readonly<Record<string, unknown>>;
};

/** In `FavoriteItemPage`, the answer of `keepAgendaItem`. */
export type FavoriteItem = {
readonly id: number;
readonly conference_id: number;
/** The event to attend for this item. */
readonly event_id: number | null;
readonly title: string;
readonly description: string | null;
readonly kind: AgendaKind;
readonly track: string | null;
readonly room: string | null;
readonly starts_at: string;
readonly ends_at: string;
/** The language it is held in, as a BCP 47 tag. */
readonly language: string | null;
/** Its page on the website of the conference. */
readonly url: string | null;
/** Slides, recordings and the like. */
readonly links: readonly ({
readonly title: string | null;
readonly url: string;
})[];
/** A cancelled item stays on the agenda. It is also `cancelled` while its event or conference is. */
readonly status: AgendaStatus;
readonly speakers: readonly AgendaSpeaker[];
/** The order among items with the same start. */
readonly position: number;
readonly created_at: string;
readonly updated_at: string;
/** Items that you keep and events that you attend at the same time, at most 20 of each. */
readonly warnings: readonly FavoriteWarning[];
};

/** In the answer of `listMyAgenda`. */
export type FavoriteItemPage = {
readonly data: readonly FavoriteItem[];
readonly pagination: Pagination;
};

/** In `FavoriteItem`. */
export type FavoriteWarning = {
readonly kind: "agenda_item" | "event";
/** Another item that you keep. */
readonly agenda_item_id?: number;
/** An event that you attend or are waitlisted for. */
readonly event_id?: number;
readonly message: string;
};

/** In `FeedbackPage`, the answer of `updateFeedback`. */
export type Feedback = {
readonly id: number;
/** null for an anonymous or erased sender. */
readonly user: {
readonly id: number;
readonly first_name: string;
readonly last_name: string | null;
/** Absent without the scope `people:contacts`. */
readonly username?: string | null;
} | null;
/** Plain text as it was sent: never show it as HTML or Markdown. */
readonly message: string;
readonly rating: number | null;
readonly category: string | null;
/** Absent without the scope `people:contacts`. */
readonly contact?: string | null;
readonly context: Readonly<Record<string, string | number>> | null;
readonly status: FeedbackStatus;
/** The note of the organizers; the sender never sees it. */
readonly note: string | null;
readonly created_at: string;
/** The conference that it is about, also that of the event or agenda item. */
readonly conference_id: number | null;
readonly event_id: number | null;
readonly agenda_item_id: number | null;
/** The title of the event or agenda item, or the name of the conference. */
readonly about: string | null;
};

/** In the body of `updateFeedback`. */
export type FeedbackChange = {
readonly status?: FeedbackStatus;
/** null clears it. */
readonly note?: string | null;
};

/** In the answer of `listAdminFeedback`. */
export type FeedbackPage = {
readonly data: readonly Feedback[];
readonly pagination: CursorPagination;
};

/** In the answer of `sendFeedback`. */
export type FeedbackReceipt = {
readonly id: number;
readonly created_at: string;
};

/** In `FeedbackResults`. */
export type FeedbackResult = {
readonly id: number;
readonly status?: FeedbackStatus;
/** The reason why nothing changed. */
readonly error?: string;
/** The code of the error. */
readonly code?: string;
};

/** In the answer of `updateFeedbackStatuses`. */
export type FeedbackResults = {
/** In the order of `ids`. */
readonly results: readonly FeedbackResult[];
};

/** In the answer of `getFeedbackStatistics`. */
export type FeedbackStatistics = {
readonly total: number;
/** null without a rating. */
readonly average_rating: number | null;
readonly by_status: readonly {
readonly status: FeedbackStatus;
readonly count: number;
}[];
/** null is no rating. */
readonly by_rating: readonly ({
readonly rating: number | null;
readonly count: number;
})[];
/** The 50 most frequent ones; null is no category. */
readonly by_category: readonly ({
readonly category: string | null;
readonly count: number;
})[];
/** The latest 400 days with feedback, in the time zone of its conference; in UTC without one. */
readonly by_day: readonly {
readonly day: string;
readonly count: number;
}[];
};

/** In `AdminUserDetails`, `Feedback`, `FeedbackStatistics` and 4 more. */
export type FeedbackStatus = "new" | "read" | "done";

/** In the body of `updateFeedbackStatuses`. */
export type FeedbackStatuses = {
readonly ids: readonly number[];
readonly status: FeedbackStatus;
};

/** In the body of `sendFeedback`. */
export type FeedbackSubmission = {
readonly message: string;
/** 1 to 5; 5 is best. */
readonly rating?: number | null;
readonly category?: string | null;
/** A contact to which the organizers can answer. */
readonly contact?: string | null;
readonly context?: Readonly<Record<string, string | number>> | null;
/** What it is about: at most one of `conference_id`, `event_id` and `agenda_item_id`. */
readonly conference_id?: number | null;
readonly event_id?: number | null;
readonly agenda_item_id?: number | null;
};

/** At most 200 values per filter, those that reach the most users first. */
export type FilterValues = {
/** The number of users that `all: true` reaches. */
readonly all_users: number;
/** Use `all_users`, its new name. */
readonly everybody: number;
/** Users who have opened the quest themselves. */
readonly quests: readonly {
readonly id: number;
readonly title: string;
/** The number of users that this value alone reaches. */
readonly in_progress: number;
/** The number of users that this value alone reaches. */
readonly completed: number;
/** The number of users that this value alone reaches. */
readonly count: number;
}[];
readonly conferences: readonly {
readonly id: number;
readonly name: string;
/** The number of users that this value alone reaches. */
readonly count: number;
}[];
readonly events: readonly {
readonly id: number;
readonly title: string;
/** The number of users that this value alone reaches. */
readonly count: number;
}[];
readonly ticket_types: readonly {
readonly value: string;
/** The number of users that this value alone reaches. */
readonly count: number;
}[];
/** Languages in lower case. `en` also reaches users with `en-gb`. */
readonly language_codes: readonly {
readonly value: string;
/** The number of users that this value alone reaches. */
readonly count: number;
}[];
readonly onboarding_statuses: readonly {
readonly value: string;
/** The number of users that this value alone reaches. */
readonly count: number;
}[];
/** Interests in their most common spelling. */
readonly interests: readonly {
readonly value: string;
/** The number of users that this value alone reaches. */
readonly count: number;
}[];
};

/** In the parameters of `listAuditLog`, the parameters of `listEnrichmentJobs`, the parameters of `listAdminMints` and 1 more. */
export type IdOrder = "id" | "-id";

/** In the answer of `importUsers`. */
export type ImportResult = {
readonly total: number;
readonly created: number;
readonly updated: number;
readonly unchanged: number;
readonly failed: number;
readonly dry_run: boolean;
/** At most the first 1,000. */
readonly errors: readonly RowError[];
readonly ignored_columns: readonly string[];
readonly warnings: readonly string[];
/** As `warnings`, each with what it means to a program. */
readonly remarks: readonly ({
readonly message: string;
/** For programs, as `too_long`; more can come. */
readonly code: string;
/** What the sentence says, as `max`. */
readonly params: Readonly<Record<string, string | number | readonly (string | number)[]>>;
})[];
};

/** In `EventImport`, `CalendarImport`, `TaskCompleted` and 2 more. */
export type ImportedEventStatus = "approved" | "pending";

/** Updates the given fields; `null` clears one. A `messenger_id`, `username`, `ticket_code` or `email` must remain, except of a walk-in. */
export type InvitationChange = {
/** Reopens a withdrawn invitation. */
readonly status?: "invited";
/** `true`: a waiting invitation gets a seat even if none is free. */
readonly over_capacity?: boolean;
readonly messenger_id?: number | null;
readonly username?: string | null;
readonly ticket_code?: string | null;
/** Stored as a keyed hash; encrypted, too, if the import was asked to keep addresses. */
readonly email?: string | null;
readonly first_name?: string | null;
readonly last_name?: string | null;
readonly company?: string | null;
readonly job_title?: string | null;
readonly ticket_type?: string | null;
/** Alone: the guest is this user, who gets the ticket type, the check-in, and the seat unless they have one. */
readonly merge_into_user_id?: number;
};

/** In the answer of `createApiKey`. */
export type IssuedApiKey = {
readonly id: number;
/** Part of its secrets, and its name in the audit log. */
readonly public_id: string;
readonly name: string;
/** `disabled`: its administrator is. */
readonly status: KeyStatus;
/** `null` for a key of a machine. */
readonly administrator: {
readonly id: number;
readonly name: string;
} | null;
readonly scopes: readonly string[];
readonly conference_ids: readonly number[] | null;
readonly allowed_networks: readonly string[] | null;
readonly expires_at: string | null;
readonly revoked_at: string | null;
/** The administrator who created it. */
readonly created_by: number | null;
readonly created_at: string;
/** Exact to a minute. */
readonly last_used_at: string | null;
readonly last_used_ip: string | null;
/** When the secret before the current one ends; `null` without one that is valid. */
readonly old_secret_valid_until: string | null;
/** For `X-API-Key`. Only this answer shows it. */
readonly secret: string;
};

/** In the answer of `rotateQuestSecret`. */
export type IssuedQuestSecret = {
/** Signs calls of the public quest API. Only this answer shows it. */
readonly secret: string;
/** The time until which the previous secret signs, too; null if none does. */
readonly old_secret_valid_until: string | null;
};

/** In `JobDeliveryPage`. */
export type JobDelivery = {
readonly notification_id: number;
readonly user: {
readonly id: number;
readonly first_name: string;
readonly last_name: string | null;
/** Absent without the scope `people:contacts`. */
readonly username?: string | null;
};
/** `sent` also for a recipient without a messenger message. */
readonly status: DeliveryStatus;
/** Why it failed or was skipped; for `queued`, why the last attempt failed. */
readonly reason: string | null;
/** Only of a recalled broadcast; null if no message can have reached the chat. */
readonly recall?: "pending" | "recalled" | "failed" | null;
readonly attempts: number;
/** When the messenger last answered. */
readonly answered_at: string | null;
readonly clicked_at: string | null;
readonly dismissed_at: string | null;
};

/** In the answer of `listBroadcastDeliveries`. */
export type JobDeliveryPage = {
readonly data: readonly JobDelivery[];
readonly pagination: CursorPagination;
};

/** In the answer of `previewBroadcast`. */
export type JobPreview = {
readonly count: number;
/** The number of users each channel reaches; 0 for a channel that was not requested. */
readonly recipients: {
readonly in_app: number;
readonly messenger: number;
};
readonly samples: readonly {
readonly user_id: number;
readonly title: string;
readonly body: string;
}[];
/** Only with `translations`: how many recipients get which text, and one sample of each. */
readonly languages?: readonly ({
/** Null for `title` and `body` themselves. */
readonly language: string | null;
readonly count: number;
/** Null without recipients. */
readonly sample: {
readonly user_id: number;
readonly title: string;
readonly body: string;
} | null;
})[];
};

/** In `title` and `body`, `{{first_name}}` is replaced by the recipient’s first name. `{{first_name|there}}` is replaced by `there` if the name is empty. */
export type JobPreviewRequest = {
/** A template. */
readonly title: string;
/** A template. */
readonly body: string;
/** By BCP 47 language tag: a recipient gets the text whose tag is theirs, or the longest part of theirs (`de` serves `de-AT`), and else `title` and `body`. */
readonly translations?: Readonly<Record<string, {
/** A template. */
readonly title: string;
/** A template. */
readonly body: string;
}>>;
readonly action_url?: string | null;
/** The page of the mini app that a click opens, in place of an `action_url`. */
readonly start?: TargetInput | null;
readonly channels?: readonly Channel[];
readonly audience: Audience;
};

/** In the answer of `getBroadcastStats`. */
export type JobStats = {
/** The sum of `queued`, `sent`, `failed` and `skipped`. */
readonly total: number;
/** Includes messages in flight. */
readonly queued: number;
/** Includes recipients without a messenger message. */
readonly sent: number;
readonly failed: number;
readonly skipped: number;
/** Includes recipients who clicked it in the inbox without getting a message. */
readonly clicked: number;
readonly dismissed: number;
/** The share of `sent` that clicked, 0 to 1; 0 while nothing is sent. */
readonly click_rate: number;
readonly failures_by_reason: Readonly<Record<string, number>>;
readonly skipped_by_reason: Readonly<Record<string, number>>;
/** Only of a recalled broadcast: its messages that were deleted, or edited. */
readonly recalled?: number;
/** Those that a worker has yet to delete or edit. */
readonly recall_pending?: number;
/** Those that stand in chats, or may, and cannot be changed. */
readonly recall_failed?: number;
/** `answer_lost`: a copy may stand whose id the messenger’s answer did not bring. `gone`: the messenger refused to change it, or its user has left the bot. `not_recorded`: an earlier version sent it. */
readonly recall_failures_by_reason?: Readonly<Record<string, number>>;
readonly started_at: string | null;
readonly finished_at: string | null;
/** Null before the job starts. */
readonly messages_per_second: number | null;
/** Messages answered and notifications clicked by minute; only with `bucket`. */
readonly series?: readonly {
readonly at: string;
readonly sent: number;
readonly failed: number;
readonly clicked: number;
}[];
};

/** In `NotificationJob`, `ListedNotificationJob`, `RetriedNotificationJob` and 2 more. */
export type JobStatus = "draft" | "scheduled" | "running" | "completed" | "cancelled" | "failed";

/** In `NotificationJob`, `ListedNotificationJob`, `RetriedNotificationJob` and 1 more. */
export type JobType = "message" | "quest_reminder";

/** In `NotificationJob`, `ListedNotificationJob`, `RetriedNotificationJob` and 1 more. */
export type KeptAudience = {
readonly all?: true;
/** The users in the spreadsheet of the job. */
readonly spreadsheet?: true;
readonly conference_ids?: readonly number[];
readonly event_ids?: readonly number[];
readonly attendance?: readonly ("registered" | "checked_in" | "no_show" | "waitlisted")[];
readonly ticket_types?: readonly string[];
readonly language_codes?: readonly string[];
readonly onboarding_statuses?: readonly string[];
readonly interests?: readonly string[];
readonly user_ids?: readonly number[];
/** Absent without the scope `people:contacts`. */
readonly messenger_ids?: readonly number[];
readonly quest_id?: number;
readonly quest_status?: "not_started" | "in_progress" | "completed" | "not_completed";
readonly created_from?: string;
readonly created_to?: string;
};

/** In `ApiKey`, `IssuedApiKey`, `RotatedApiKey` and 1 more. */
export type KeyStatus = "valid" | "expired" | "disabled" | "revoked";

/** In `LeaderboardPage`. */
export type LeaderboardEntry = {
/** 1 + the listed users with more points. */
readonly rank: number;
readonly points: number;
/** When the user last gained points. Among users with equal points, the earliest comes first. */
readonly reached_at: string;
readonly user: {
/** null for a user who is hidden from you by a block; their `first_name` is then "Attendee". */
readonly id: number | null;
readonly first_name: string;
readonly last_name: string | null;
readonly photo_url: string | null;
readonly company: string | null;
};
};

/** In the answer of `getLeaderboard`. */
export type LeaderboardPage = {
readonly data: readonly LeaderboardEntry[];
readonly pagination: CursorPagination;
/** Only for signed-in callers. */
readonly me?: OwnRank;
};

/** In `AttendeeImportResult`. */
export type LeftOutRow = {
/** As in `errors`. */
readonly row: number;
readonly reason: string;
};

/** In the answer of `orderSpeakers`. */
export type Lineup = {
/** In the order of the lineup. */
readonly speakers: readonly LineupPlace[];
};

/** In the body of `orderSpeakers`. */
export type LineupOrder = {
/** All speakers of the lineup, in its new order. */
readonly ids: readonly number[];
};

/** In `Lineup`. */
export type LineupPlace = {
readonly id: number;
/** From 1. */
readonly position: number;
/** Raised by each edit of the organizers. The `ETag` is `"<id>.<version>"`. */
readonly version: number;
};

/** In `ListedBlockPage`. */
export type ListedBlock = {
readonly user: BlockedUser;
/** Since when you block the user. */
readonly created_at: string;
};

/** In the answer of `listBlocks`. */
export type ListedBlockPage = {
readonly data: readonly ListedBlock[];
readonly pagination: Pagination;
};

/** In `ConnectionPage`. */
export type ListedConnection = {
readonly id: number;
readonly status: "pending" | "accepted" | "rejected";
/** Whether the caller sent or received the request. */
readonly direction: ConnectionDirection;
readonly message: string | null;
/** When the latest request was sent. */
readonly created_at: string;
/** null while the request is pending. */
readonly responded_at: string | null;
/** When the two met, by a meet code. */
readonly met_at: string | null;
/** The conference at which they met. */
readonly met_conference_id: number | null;
/** Your own note, which the other user never sees. */
readonly note: string | null;
readonly user: ConnectionUser;
};

/** In `NotificationJobPage`. */
export type ListedNotificationJob = {
readonly id: number;
readonly type: JobType;
/** The quest of a reminder. */
readonly quest_id: number | null;
readonly title: string;
readonly body: string;
/** By language tag. */
readonly translations: Readonly<Record<string, {
readonly title: string;
readonly body: string;
}>>;
readonly action_url: string | null;
readonly start: Target | null;
readonly audience: KeptAudience;
readonly channels: readonly Channel[];
readonly status: JobStatus;
/** Null for a key of a machine or of `ADMIN_API_KEY`. */
readonly author: {
readonly id: number;
readonly name: string;
} | null;
/** Why nothing was sent. `too_late`: no worker started it in time. `quest_over`: the quest of the reminder was hidden or over. `restored`: the database was restored from a backup in which it was due or running. */
readonly failure_reason: string | null;
/** Null for a draft that starts as soon as it is scheduled. */
readonly scheduled_at: string | null;
readonly started_at: string | null;
readonly finished_at: string | null;
/** The number of recipients. It grows while a started job adds them. */
readonly total: number;
/** When its messages were withdrawn. One that was running is `cancelled` since. */
readonly recalled_at: string | null;
/** Raised by each edit of the organizers. The `ETag` is `"<id>.<version>"`. */
readonly version: number;
readonly created_at: string;
/** The recipients by the state of their message, as in the statistics. */
readonly counts: {
readonly queued: number;
readonly sent: number;
readonly failed: number;
readonly skipped: number;
};
};

/** In `ListedQuestPage`. */
export type ListedQuest = {
readonly id: number;
readonly slug: string;
readonly title: string;
readonly description: string | null;
readonly image_url: string | null;
readonly conference_id: number | null;
readonly event_id: number | null;
readonly is_active: boolean;
readonly is_featured: boolean;
/** `hidden`: inactive, or of a draft conference; only participants and administrators see it. */
readonly state: QuestPhase;
/** null: from the moment it is active. */
readonly starts_at: string | null;
/** null: without an end. */
readonly ends_at: string | null;
/** The time zone of its conference, else UTC. */
readonly timezone: string;
/** `approval`: an organizer admits each participant. */
readonly registration_mode: QuestRegistrationMode;
/** The users who may start: anyone, or attendees of its event or else its conference. */
readonly access: QuestAccess;
/** null for no limit. */
readonly max_participants: number | null;
readonly public_api_enabled: boolean;
/** Points for the whole quest, besides those of its tasks. */
readonly completion_points: number;
/** Opens it in the mini app; null without `MESSENGER_APP_URL`. */
readonly share_url: string | null;
readonly task_count: number;
/** The points of all tasks and the completion. */
readonly total_points: number;
/** The number of participants: admitted, in progress and completed. */
readonly participant_count: number;
readonly created_at: string;
readonly updated_at: string;
/** null if no points were ever edited. */
readonly recalculation: Recalculation | null;
/** Raised by each edit of the organizers. The `ETag` is `"<id>.<version>"`. */
readonly version: number;
/** Submissions that await review. */
readonly pending_count: number;
/** Participants who have completed the quest. */
readonly completed_count: number;
};

/** In the answer of `listAdminQuests`, the answer of `listAdminFeaturedQuests`. */
export type ListedQuestPage = {
readonly data: readonly ListedQuest[];
readonly pagination: CursorPagination;
};

/** Without a body, the server reads the header `X-Messenger-Auth`. */
export type LoginRequest = {
/** The raw launch data of the mini app. */
readonly init_data?: string;
/** An alias of `init_data`. */
readonly auth_data?: string;
};

/** In the answer of `uploadImageToObjectStore`, the answer of `uploadImage`, the answer of `uploadVideoToObjectStore` and 1 more. */
export type Media = {
readonly id: number;
/** null for a proof, which has only signed URLs. */
readonly url: string | null;
readonly kind: MediaKind;
readonly storage: MediaStorage;
readonly purpose: MediaPurpose;
readonly mime_type: string;
readonly bytes: number;
/** null for a video. */
readonly width: number | null;
readonly height: number | null;
/** Smaller WebP copies of a public image, by their longest side at most. */
readonly variants: {
readonly "96"?: MediaVariant;
readonly "320"?: MediaVariant;
readonly "960"?: MediaVariant;
};
readonly created_at: string;
};

/** In the body of `deleteImage`. */
export type MediaChoice = {
readonly id?: number;
readonly url?: string;
};

/** In the answer of `deleteUnusedMedia`. */
export type MediaDeleted = {
/** In the order of `ids`. */
readonly results: readonly MediaDeletionResult[];
};

/** In the body of `deleteUnusedMedia`. */
export type MediaDeletion = {
readonly ids: readonly number[];
};

/** In `MediaDeleted`. */
export type MediaDeletionResult = {
readonly id: number;
readonly deleted?: true;
/** Why the file was not deleted. */
readonly error?: string;
/** The code of the error. */
readonly code?: string;
};

/** In `PersonalData`, `AdminUserDetails`, `Media` and 3 more. */
export type MediaKind = "image" | "video";

/** In `PersonalData`, `AdminUserDetails`, `Media` and 7 more. */
export type MediaPurpose = "public" | "proof";

/** In `PersonalData`, `Media`, `AdminMedia` and 1 more. */
export type MediaStorage = "local" | "objstore";

/** In the answer of `getAdminMediaUrl`, the answer of `getMediaUrl`. */
export type MediaUrl = {
/** Anyone who has the URL can open the file until it expires. */
readonly url: string;
/** 10 minutes from now; null for a public file. */
readonly expires_at: string | null;
};

/** In `AdminMediaDetails`. */
export type MediaUse = {
readonly type: "conference" | "event" | "profile" | "quest" | "speaker" | "submission";
/** Of the conference, event, quest, speaker, user or submission. */
readonly id: number;
/** Title or name; that of the task for a submission, null for a profile. */
readonly name: string | null;
readonly conference_id: number | null;
};

/** In `Media`, `AdminMedia`, `AdminMediaDetails`. */
export type MediaVariant = {
readonly url: string;
readonly width: number;
readonly height: number;
};

/** In the body of `meetUser`. */
export type Meet = {
/** The code that another user shows, with or without `k_`. */
readonly code: string;
/** The conference at which the two meet. */
readonly conference_id?: number | null;
/** Your own note about the connection. Without it, a note that you have stays. */
readonly note?: string;
};

/** In the answer of `createMeetCode`. */
export type MeetCode = {
/** A user who sends it to `POST /connections/meet` is connected with you. */
readonly code: string;
/** A QR code of `share_url`, or of `code` without one, as an SVG document. */
readonly qr_svg: string;
/** Opens the mini app with your code; null without an address of the app. */
readonly share_url: string | null;
/** 5 to 10 minutes from now. */
readonly expires_at: string;
};

/** A text by the organizers. */
export type Message = {
readonly id: number;
readonly title: string;
readonly body: string;
/** The URL that a click opens. */
readonly action_url: string | null;
/** The page of the mini app that a click opens where there is no `action_url`. It can be hidden from you by now. */
readonly start: Target | null;
readonly created_at: string;
/** When you first clicked it. */
readonly clicked_at: string | null;
readonly dismissed_at: string | null;
readonly type: "message";
readonly data: {

};
};

/** In the answer of `upsertMessengerUser`. */
export type MessengerProfile = {
readonly id: number;
readonly first_name: string;
readonly last_name: string | null;
readonly photo_url: string | null;
readonly headline: string | null;
readonly company: string | null;
readonly job_title: string | null;
readonly interests: readonly string[];
readonly points: number;
readonly created_at: string;
readonly messenger_id: number | null;
readonly username: string | null;
readonly socials: Socials;
readonly bio: string | null;
readonly looking_for: string | null;
readonly offering: string | null;
/** The language of the messenger. */
readonly language_code: string | null;
/** The language that the user chose, as a BCP 47 tag; null for the messenger's. */
readonly language: string | null;
readonly is_premium: boolean;
readonly onboarding_status: OnboardingStatus;
readonly onboarding_step: string | null;
readonly notifications_enabled: boolean;
readonly messenger_reachable: boolean;
readonly is_discoverable: boolean;
readonly contact_visibility: ContactVisibility;
/** Whether the organizers may have a headline, tags and interests made from this profile. null until the user decides: then only inside this service, and no text is sent to another one. */
readonly enrichment_enabled: boolean | null;
readonly updated_at: string;
/** null for the photo of the messenger. */
readonly photo_media_id: number | null;
/** Opens it in the mini app; null without `MESSENGER_APP_URL`. */
readonly share_url: string | null;
readonly counts: {
readonly connections: number;
readonly pending_requests: number;
readonly events: number;
readonly quests_completed: number;
readonly unread_notifications: number;
};
/** What the start parameter of the launch data opens; null without one of ours, and after a refresh. Your own notification is marked as clicked. */
readonly start: OpenedStart | null;
};

/** An update of the Bot API. The bot reads `message`, `callback_query` and `my_chat_member` of private chats, and takes no notice of others. */
export type MessengerUpdate = {
/** The number of the update, of each bot. */
readonly update_id: number;
};

/** In the answer of `receiveMessengerUpdate`. */
export type MessengerUpdateReceived = {
readonly ok: true;
};

/** In the answer of `requestMint`. */
export type Mint = {
readonly id: number;
readonly token_id: string | null;
readonly transaction_hash: string | null;
/** An https URL on a host of the partner. */
readonly explorer_url: string | null;
/** `sold_out`, `not_eligible`, or `rejected` for any other reason of the partner. */
readonly failure_reason: MintFailure | null;
/** `pending` until the partner has decided, however long that takes. */
readonly status: MintStatus;
};

/** In `Mint`, `MintState`, `AdminMint` and 2 more. */
export type MintFailure = "sold_out" | "not_eligible" | "rejected";

/** In the answer of `getMint`. */
export type MintState = {
readonly id?: number;
readonly token_id?: string | null;
readonly transaction_hash?: string | null;
/** An https URL on a host of the partner. */
readonly explorer_url?: string | null;
/** `sold_out`, `not_eligible`, or `rejected` for any other reason of the partner. */
readonly failure_reason?: MintFailure | null;
/** `none` before you request a mint; the answer has no other field then. */
readonly status: "none" | "pending" | "minted" | "failed";
};

/** In `Mint`, `AdminPartnerAccount`, `AdminMint` and 2 more. */
export type MintStatus = "pending" | "minted" | "failed";

/** In the answer of `moveAgendaItems`. */
export type MovedAgenda = {
/** The number of items that changed. */
readonly moved: number;
/** The number of their events that changed with them. */
readonly events_moved: number;
/** The number of selected items that stay as they are. */
readonly left_out: number;
/** At most 100 of a cause. */
readonly warnings: readonly AgendaMoveWarning[];
/** Only with `dry_run`: the number of users whom the change would notify. */
readonly would_notify?: number;
};

/** In the answer of `listMyEvents`. */
export type MyEventPage = {
readonly data: readonly EventWithAttendance[];
readonly pagination: Pagination;
};

/** In the body of `createAdministrator`. */
export type NewAdministrator = {
readonly name: string;
readonly email?: string | null;
/** Lets them sign in with the launch data of the mini app. */
readonly messenger_id?: number | null;
};

/** Without an `event_id`, `title`, `starts_at` and `ends_at` are required. With one, omitted fields among title, description, times and room are taken from the event and follow it. */
export type NewAgendaItem = {
/** An event of the same conference, which the item follows. */
readonly event_id?: number | null;
readonly title?: string;
readonly description?: string | null;
readonly kind?: AgendaKind;
readonly track?: string | null;
readonly room?: string | null;
readonly starts_at?: string;
/** After `starts_at`. */
readonly ends_at?: string;
readonly language?: string | null;
/** Its page on the website of the conference. */
readonly url?: string | null;
/** Replaces all links of the item. */
readonly links?: readonly ({
readonly title?: string | null;
readonly url: string;
})[] | null;
readonly status?: AgendaStatus;
/** The order among items with the same start. 0 to 1000000. */
readonly position?: number;
/** In display order. Replaces all speakers of the item. */
readonly speaker_ids?: readonly number[] | null;
readonly conference_id: number;
};

/** Without `expires_at`, a key of an administrator ends after a year, and one of a machine does not end. */
export type NewApiKey = {
readonly name: string;
/** What the key may do: scopes, or `*` for everything. */
readonly scopes?: readonly ("*" | "content:read" | "content:write" | "content:delete" | "content:import" | "attendees:read" | "attendees:write" | "attendees:import" | "attendees:export" | "door:check-in" | "door:read" | "quests:read" | "quests:write" | "quests:review" | "quests:remind" | "quests:secrets" | "quests:export" | "points:write" | "broadcasts:read" | "broadcasts:write" | "broadcasts:send" | "people:read" | "people:contacts" | "people:write" | "people:moderate" | "people:import" | "people:export" | "people:erase" | "reports:read" | "reports:resolve" | "media:read" | "media:open" | "media:write" | "feedback:read" | "feedback:write" | "feedback:export" | "enrichment:read" | "enrichment:run" | "partner:read" | "partner:write" | "audit:read" | "audit:export" | "operations:read" | "operations:write" | "keys:manage")[];
/** Where it may act; `null` for all. */
readonly conference_ids?: readonly number[] | null;
/** Where requests may come from: addresses and networks in CIDR notation, whose bits behind the prefix are cleared; `null` for anywhere. */
readonly allowed_networks?: readonly string[] | null;
/** Within a year for a key of an administrator; `null` for a key of a machine that does not end. */
readonly expires_at?: string | null;
/** Its holder; `null` for a machine. */
readonly administrator_id?: number | null;
/** Fills in the scopes, unless `scopes` is given. */
readonly preset?: "owner" | "organizer" | "content" | "door" | "broadcasts" | "quests" | "moderation" | "read-only";
};

/** Without a `status`, the conference is a draft, which only administrators see. Without a `slug`, one is generated from the name. */
export type NewConference = {
readonly slug?: string;
readonly name: string;
readonly description?: string | null;
readonly starts_on: string;
/** The last day: `starts_on` or later. */
readonly ends_on: string;
readonly timezone?: string;
readonly venue?: string | null;
readonly city?: string | null;
readonly country?: string | null;
readonly website?: string | null;
readonly image_url?: string | null;
/** null for no limit. */
readonly capacity?: number | null;
/** `invited`: only organizers add people; `closed`: nobody registers. Either way invited people claim their seats, and the waitlist moves up. */
readonly registration_mode?: RegistrationMode;
readonly registration_closes_at?: string | null;
/** `registered`: only attendees with a seat at the conference may attend its events, and a cancelled registration gives up their seats at coming events. */
readonly event_access?: EventAccess;
readonly status?: ConferenceStatus;
};

/** Requires one of `user_id`, `messenger_id` and `username`, or the `first_name` of a walk-in. */
export type NewConferenceAttendee = {
readonly user_id?: number;
/** Of an existing user. Needs the scope `people:contacts`. */
readonly messenger_id?: number;
readonly username?: string;
/** Without a user: a person who comes without an account and without a ticket. */
readonly first_name?: string;
readonly last_name?: string;
readonly company?: string;
/** `true`: the walk-in comes in at once. */
readonly check_in?: boolean;
/** Without it: a seat if one is free, else the waitlist. */
readonly status?: "registered" | "waitlisted";
readonly ticket_type?: string | null;
/** `true`: give a seat even if none is free. The next freed seats make up for it. */
readonly over_capacity?: boolean;
/** `false`: the user gets no notification. */
readonly notify?: boolean;
};

/** Defaults: status `approved`, kind `main`, the time zone of the conference (else UTC), and a slug generated from the title. */
export type NewEvent = {
readonly slug?: string;
readonly conference_id?: number | null;
readonly title: string;
readonly description?: string | null;
readonly kind?: EventKind;
readonly status?: EventStatus;
readonly starts_at: string;
/** After `starts_at`. */
readonly ends_at: string;
readonly all_day?: boolean;
readonly timezone?: string;
/** Updates the given fields of the venue; `null` clears all of it. */
readonly venue?: {
readonly name?: string | null;
readonly address?: string | null;
readonly latitude?: number | null;
readonly longitude?: number | null;
} | null;
readonly image_url?: string | null;
readonly url?: string | null;
readonly organizer?: string | null;
readonly tags?: readonly string[] | null;
/** null for no limit. */
readonly capacity?: number | null;
/** `invited`: only organizers add people; `closed`: nobody joins. Either way the waitlist moves up. */
readonly registration_mode?: RegistrationMode;
readonly registration_closes_at?: string | null;
};

/** Requires one of `user_id`, `messenger_id` and `username`. */
export type NewEventAttendee = {
readonly user_id?: number;
/** Of an existing user. Needs the scope `people:contacts`. */
readonly messenger_id?: number;
readonly username?: string;
/** Without it: a seat if one is free, else the waitlist. */
readonly status?: "registered" | "waitlisted";
/** `true`: give a seat even if none is free. The next freed seats make up for it. */
readonly over_capacity?: boolean;
/** `false`: the user gets no notification. */
readonly notify?: boolean;
};

/** Without a `slug`, one is generated from the title. */
export type NewQuest = {
readonly slug?: string;
readonly title: string;
readonly description?: string | null;
readonly image_url?: string | null;
/** The conference of the event by default. */
readonly conference_id?: number | null;
readonly event_id?: number | null;
/** `false` by default: only administrators see the quest. */
readonly is_active?: boolean;
readonly is_featured?: boolean;
readonly starts_at?: string | null;
readonly ends_at?: string | null;
/** `approval`: administrators admit each participant. */
readonly registration_mode?: QuestRegistrationMode;
/** The users who may start. Values other than `anyone` require a conference or event. */
readonly access?: QuestAccess;
/** null for no limit. */
readonly max_participants?: number | null;
/** Whether partners may complete tasks for users. */
readonly public_api_enabled?: boolean;
/** 0 to 100000. */
readonly completion_points?: number;
};

/** `config` are the settings of the type. Without a `position`, the task comes after the others. */
export type NewQuestTask = {
readonly title: string;
readonly description?: string | null;
/** 0 to 10000. */
readonly points?: number;
/** Among the tasks of the quest. 0 to 1000000. */
readonly position?: number;
/** Whether the quest can only be completed with it. */
readonly is_required?: boolean;
readonly opens_at?: string | null;
readonly closes_at?: string | null;
readonly type: "link";
readonly config: {
readonly url: string;
};
} | {
readonly title: string;
readonly description?: string | null;
/** 0 to 10000. */
readonly points?: number;
/** Among the tasks of the quest. 0 to 1000000. */
readonly position?: number;
/** Whether the quest can only be completed with it. */
readonly is_required?: boolean;
readonly opens_at?: string | null;
readonly closes_at?: string | null;
readonly type: "text";
readonly config?: {
/** 1 by default. 0 to 4000. */
readonly min_length?: number;
/** 4,000 by default. 0 to 4000. */
readonly max_length?: number;
};
} | {
readonly title: string;
readonly description?: string | null;
/** 0 to 10000. */
readonly points?: number;
/** Among the tasks of the quest. 0 to 1000000. */
readonly position?: number;
/** Whether the quest can only be completed with it. */
readonly is_required?: boolean;
readonly opens_at?: string | null;
readonly closes_at?: string | null;
readonly type: "photo";
readonly config?: {

};
} | {
readonly title: string;
readonly description?: string | null;
/** 0 to 10000. */
readonly points?: number;
/** Among the tasks of the quest. 0 to 1000000. */
readonly position?: number;
/** Whether the quest can only be completed with it. */
readonly is_required?: boolean;
readonly opens_at?: string | null;
readonly closes_at?: string | null;
readonly type: "code";
readonly config?: {
/** Secret. 4 to 32 letters, digits and hyphens; case and spaces do not count. Generated if absent. */
readonly code?: string;
};
} | {
readonly title: string;
readonly description?: string | null;
/** 0 to 10000. */
readonly points?: number;
/** Among the tasks of the quest. 0 to 1000000. */
readonly position?: number;
/** Whether the quest can only be completed with it. */
readonly is_required?: boolean;
readonly opens_at?: string | null;
readonly closes_at?: string | null;
readonly type: "quiz";
readonly config: {
readonly options: readonly {
readonly id: string;
readonly label: string;
}[];
/** Secret. A user must choose exactly these. */
readonly correct_option_ids: readonly string[];
/** Whether users choose several options; `false` by default. */
readonly multiple?: boolean;
/** 3 by default. 1 to 100. */
readonly max_tries?: number;
};
} | {
readonly title: string;
readonly description?: string | null;
/** 0 to 10000. */
readonly points?: number;
/** Among the tasks of the quest. 0 to 1000000. */
readonly position?: number;
/** Whether the quest can only be completed with it. */
readonly is_required?: boolean;
readonly opens_at?: string | null;
readonly closes_at?: string | null;
readonly type: "poll";
readonly config: {
readonly options: readonly {
readonly id: string;
readonly label: string;
}[];
/** Who sees the results; `always` by default. */
readonly results?: PollResultsAt;
};
} | {
readonly title: string;
readonly description?: string | null;
/** 0 to 10000. */
readonly points?: number;
/** Among the tasks of the quest. 0 to 1000000. */
readonly position?: number;
/** Whether the quest can only be completed with it. */
readonly is_required?: boolean;
readonly opens_at?: string | null;
readonly closes_at?: string | null;
readonly type: "connections";
readonly config: {
/** 1 to 100. */
readonly count: number;
/** `met`: only connections of users who met, by a meet code. Absent means `accepted`. */
readonly when?: "accepted" | "met";
};
} | {
readonly title: string;
readonly description?: string | null;
/** 0 to 10000. */
readonly points?: number;
/** Among the tasks of the quest. 0 to 1000000. */
readonly position?: number;
/** Whether the quest can only be completed with it. */
readonly is_required?: boolean;
readonly opens_at?: string | null;
readonly closes_at?: string | null;
readonly type: "event_attendance";
readonly config: {
readonly event_id: number;
/** `registered`: a seat is enough. `checked_in`: use it where points matter. */
readonly when?: SeatedStatus;
};
} | {
readonly title: string;
readonly description?: string | null;
/** 0 to 10000. */
readonly points?: number;
/** Among the tasks of the quest. 0 to 1000000. */
readonly position?: number;
/** Whether the quest can only be completed with it. */
readonly is_required?: boolean;
readonly opens_at?: string | null;
readonly closes_at?: string | null;
readonly type: "conference_registration";
readonly config?: {
/** That of the quest by default. */
readonly conference_id?: number;
/** `registered`: a seat is enough. `checked_in`: use it where points matter. */
readonly when?: SeatedStatus;
};
} | {
readonly title: string;
readonly description?: string | null;
/** 0 to 10000. */
readonly points?: number;
/** Among the tasks of the quest. 0 to 1000000. */
readonly position?: number;
/** Whether the quest can only be completed with it. */
readonly is_required?: boolean;
readonly opens_at?: string | null;
readonly closes_at?: string | null;
readonly type: "profile";
readonly config: {
readonly fields: readonly ProfileTaskField[];
};
} | {
readonly title: string;
readonly description?: string | null;
/** 0 to 10000. */
readonly points?: number;
/** Among the tasks of the quest. 0 to 1000000. */
readonly position?: number;
/** Whether the quest can only be completed with it. */
readonly is_required?: boolean;
readonly opens_at?: string | null;
readonly closes_at?: string | null;
readonly type: "external";
readonly config?: {

};
};

/** In the body of `createRoom`. */
export type NewRoom = {
/** Unique within the conference; case and repeated spaces do not count. */
readonly name: string;
/** The number of people in the room; null if unknown. */
readonly capacity?: number | null;
/** As `#3366cc`. */
readonly color?: string | null;
};

/** Without a `slug`, one is generated from the name. */
export type NewSpeaker = {
readonly slug?: string;
readonly name: string;
readonly title?: string | null;
readonly company?: string | null;
readonly bio?: string | null;
readonly photo_url?: string | null;
readonly is_featured?: boolean;
readonly socials?: SocialsChange | null;
/** The speaker’s user account. It is public. */
readonly user_id?: number | null;
/** Default: `draft` with a draft conference, else `published`. A draft is published with the first of their conferences. A published speaker stays public until you set `draft`, or until all their conferences are drafts again. */
readonly status?: SpeakerStatus;
/** Adds the speaker to the lineup of this conference. */
readonly conference_id?: number;
};

/** In the body of `createTrack`. */
export type NewTrack = {
/** Unique within the conference; case and repeated spaces do not count. */
readonly name: string;
/** As `#3366cc`. */
readonly color?: string | null;
};

/** `type` determines the shape of `data`, with which a client can act without another request. Expect more types in the future. */
export type ApiNotification = ConnectionNotification | EventNotification | EventRejection | EventChangeNotification | ConferenceChangeNotification | ConferenceCancellation | ConferenceNotification | SeatNotification | AgendaItemNotification | ProgrammeNotification | SessionReminder | WarningNotification | PartnerNotification | QuestTaskApproval | QuestTaskRejection | QuestRegistrationNotification | QuestCompletionNotification | QuestReminder | PointsAdjustment | Message;

/** In `NotificationDrafts`, the body of `createNotification`. */
export type NotificationDraft = {
readonly user_id: number;
readonly title: string;
readonly body: string;
/** The URL that a click opens. */
readonly action_url?: string | null;
/** The page of the mini app that a click opens, in place of an `action_url`. */
readonly start?: TargetInput | null;
readonly type?: "message";
readonly channels?: readonly Channel[];
};

/** In the body of `createNotifications`. */
export type NotificationDrafts = {
readonly notifications: readonly NotificationDraft[];
};

/** In the answer of `sendBroadcast`, the answer of `createBroadcastDraft`, the answer of `getBroadcast` and 5 more. */
export type NotificationJob = {
readonly id: number;
readonly type: JobType;
/** The quest of a reminder. */
readonly quest_id: number | null;
readonly title: string;
readonly body: string;
/** By language tag. */
readonly translations: Readonly<Record<string, {
readonly title: string;
readonly body: string;
}>>;
readonly action_url: string | null;
readonly start: Target | null;
readonly audience: KeptAudience;
readonly channels: readonly Channel[];
readonly status: JobStatus;
/** Null for a key of a machine or of `ADMIN_API_KEY`. */
readonly author: {
readonly id: number;
readonly name: string;
} | null;
/** Why nothing was sent. `too_late`: no worker started it in time. `quest_over`: the quest of the reminder was hidden or over. `restored`: the database was restored from a backup in which it was due or running. */
readonly failure_reason: string | null;
/** Null for a draft that starts as soon as it is scheduled. */
readonly scheduled_at: string | null;
readonly started_at: string | null;
readonly finished_at: string | null;
/** The number of recipients. It grows while a started job adds them. */
readonly total: number;
/** When its messages were withdrawn. One that was running is `cancelled` since. */
readonly recalled_at: string | null;
/** Raised by each edit of the organizers. The `ETag` is `"<id>.<version>"`. */
readonly version: number;
readonly created_at: string;
};

/** In the answer of `listBroadcasts`. */
export type NotificationJobPage = {
readonly data: readonly ListedNotificationJob[];
readonly pagination: Pagination;
};

/** In the answer of `listNotifications`. */
export type NotificationPage = {
readonly data: readonly ApiNotification[];
readonly pagination: CursorPagination;
/** Notifications neither clicked nor dismissed, on all pages. */
readonly unread_count: number;
/** Unread notifications that you have not marked as seen. */
readonly unseen_count: number;
};

/** For messenger messages only. The inbox is not affected. */
export type NotificationPreferences = {
/** The topics that the messenger delivers. */
readonly topics: {
/** Connection requests to you, and acceptances of yours. */
readonly connections: boolean;
/** Events that you attend, are waitlisted for or requested. */
readonly events: boolean;
/** Conferences that you are waitlisted for. */
readonly conferences: boolean;
readonly quests: boolean;
/** Offers by partners of the conference. */
readonly partner: boolean;
/** Texts by the organizers. */
readonly messages: boolean;
/** Reminders of what is about to begin. */
readonly reminders: boolean;
};
/** Messages wait until `end`, which is on the next day if it is before `start`. */
readonly quiet_hours: {
readonly start: string;
readonly end: string;
readonly timezone: string;
/** Whether they also hold back the change of something that begins before `end`. */
readonly strict: boolean;
} | null;
/** Messages by the messenger only, once for each start. Quiet hours hold back those of favorites. */
readonly reminders: {
/** Before the start; 0 for no reminders. Before a crowded start, up to 30 minutes more. */
readonly minutes: 0 | 5 | 10 | 30;
/** `favorites`: agenda items that you keep. `seats`: events at which you have a seat. */
readonly for: readonly ("favorites" | "seats")[];
};
};

/** In the answer of `updateMessengerNotifications`. */
export type NotificationsEnabled = {
readonly notifications_enabled: boolean;
};

/** In the body of `markNotificationsSeen`. */
export type NotificationsSeen = {
/** The greatest id of the notifications that were displayed. */
readonly up_to_id: number;
};

/** In the body of `updateMessengerNotifications`. */
export type NotificationsSwitch = {
readonly enabled?: boolean;
};

/** In the body of `updateOnboarding`. */
export type OnboardingChange = {
readonly status: OnboardingStatus;
readonly step?: string | null;
};

/** In `Audience`, `OwnProfile`, `MessengerProfile` and 6 more. */
export type OnboardingStatus = "not_started" | "in_progress" | "completed";

/** In `Start`, `Session`, `MessengerProfile`. */
export type OpenedStart = {
/** A notification opens its own page: `notification` has none but itself, or is not yours. */
readonly kind: "event" | "conference" | "agenda_item" | "user" | "quest" | "task" | "meeting" | "notification" | "claim" | "meet";
readonly id: number;
/** What to send for a task, a claim or a meet code, as the link has it: unchecked. */
readonly code?: string;
/** Your notification that was pressed, or the newer one that replaced it. */
readonly notification_id?: number;
/** Whether its page answers you. Missing, hidden and forbidden are one answer. Never depends on a code. */
readonly available: boolean;
};

/** In the answer of `orderRooms`, the answer of `orderTracks`. */
export type Ordered = {
readonly ids: readonly number[];
};

/** In the answer of `orderQuestTasks`. */
export type OrderedQuestTasks = {
/** In their new order. */
readonly tasks: readonly AdminQuestTask[];
};

/** In the answer of `getOwnAccess`. */
export type OwnAccess = {
/** The name of the key. */
readonly name: string;
/** The public id of the key, which is its name in the audit log. */
readonly key: string;
/** The credential of this request, such as `api_key` or `token`. */
readonly via: string;
/** `null` for a key of a machine, or of the settings. */
readonly administrator: {
readonly id: number;
readonly name: string;
} | null;
/** What this request may do; `*` for everything. */
readonly scopes: readonly string[];
/** Where it may act; `null` for all. */
readonly conference_ids: readonly number[] | null;
/** When the key ends; `null` if it does not. */
readonly expires_at: string | null;
/** Only for keys with `keys:manage`: the last owner key ends within 30 days; create another one. */
readonly warnings: readonly {
readonly kind: "last_owner_key_ends";
readonly key: string;
readonly expires_at: string;
}[];
};

/** In `SeatNotification`, `RegistrationAnswer`, `AdminAttendance` and 4 more. */
export type OwnAttendanceStatus = "none" | "registered" | "waitlisted" | "cancelled" | "checked_in";

/** In `Session`, the answer of `getMyProfile`, the answer of `updateMyProfile` and 2 more. */
export type OwnProfile = {
readonly id: number;
readonly first_name: string;
readonly last_name: string | null;
readonly photo_url: string | null;
readonly headline: string | null;
readonly company: string | null;
readonly job_title: string | null;
readonly interests: readonly string[];
readonly points: number;
readonly created_at: string;
readonly messenger_id: number | null;
readonly username: string | null;
readonly socials: Socials;
readonly bio: string | null;
readonly looking_for: string | null;
readonly offering: string | null;
/** The language of the messenger. */
readonly language_code: string | null;
/** The language that the user chose, as a BCP 47 tag; null for the messenger's. */
readonly language: string | null;
readonly is_premium: boolean;
readonly onboarding_status: OnboardingStatus;
readonly onboarding_step: string | null;
readonly notifications_enabled: boolean;
readonly messenger_reachable: boolean;
readonly is_discoverable: boolean;
readonly contact_visibility: ContactVisibility;
/** Whether the organizers may have a headline, tags and interests made from this profile. null until the user decides: then only inside this service, and no text is sent to another one. */
readonly enrichment_enabled: boolean | null;
readonly updated_at: string;
/** null for the photo of the messenger. */
readonly photo_media_id: number | null;
/** Opens it in the mini app; null without `MESSENGER_APP_URL`. */
readonly share_url: string | null;
readonly counts: {
readonly connections: number;
readonly pending_requests: number;
readonly events: number;
readonly quests_completed: number;
readonly unread_notifications: number;
};
};

/** In the answer of `getMyQuestProgress`. */
export type OwnProgress = {
/** Of everything. */
readonly points: number;
/** On the leaderboard of everything; null without points. */
readonly rank: number | null;
readonly quests_started: number;
readonly quests_completed: number;
readonly tasks_approved: number;
/** The number of tasks that await review. */
readonly tasks_pending: number;
/** Running quests in which you take part: the latest activity first, at most 100. */
readonly quests: readonly ({
readonly quest_id: number;
readonly title: string;
readonly status: "none" | "requested" | "declined" | "admitted" | "in_progress" | "completed";
readonly completed_tasks: number;
readonly total_tasks: number;
/** Your points in this quest, including those of the completion. */
readonly points: number;
})[];
};

/** In `OwnQuestPage`. */
export type OwnQuest = {
readonly quest: Quest;
readonly progress: QuestProgress;
};

/** In the answer of `listMyQuests`. */
export type OwnQuestPage = {
readonly data: readonly OwnQuest[];
readonly pagination: Pagination;
};

/** In `LeaderboardPage`. */
export type OwnRank = {
/** null without points. If you are not listed, the rank that you would have. */
readonly rank: number | null;
readonly points: number;
readonly reached_at: string | null;
/** The points missing to the next higher rank; null at the top. */
readonly points_to_next: number | null;
/** Whether the board shows you once you have points. */
readonly is_listed: boolean;
/** Only for a rank beyond 1,000, which can be 5 seconds old. */
readonly rank_as_of?: string;
};

/** In the body of `testBroadcastOnMe`. */
export type OwnTestMessage = {
readonly title: string;
readonly body: string;
/** The URL that a click opens. */
readonly action_url?: string | null;
/** The page of the mini app that a click opens, in place of an `action_url`. */
readonly start?: TargetInput | null;
/** By BCP 47 language tag: a recipient gets the text whose tag is theirs, or the longest part of theirs (`de` serves `de-AT`), and else `title` and `body`. */
readonly translations?: Readonly<Record<string, {
/** A template. */
readonly title: string;
/** A template. */
readonly body: string;
}>>;
};

/** In `ApiKeyPage`, `AdministratorPage`, `NotificationJobPage` and 17 more. */
export type Pagination = {
readonly page: number;
readonly limit: number;
readonly total: number;
readonly pages: number;
/** Only when the list has more than 10,000 rows: `total` is then 10,000, and `pages` follows from it. Further pages exist. */
readonly total_is_exact?: false;
};

/** In `PersonalData`, `AdminUserDetails`, `QuestParticipant` and 2 more. */
export type ParticipantStatus = "admitted" | "in_progress" | "completed";

/** In the answer of `registerWithPartner`. */
export type PartnerCodeSent = {
readonly status: "otp_sent";
/** When the code expires, at most 10 minutes from now. */
readonly expires_at: string;
};

/** In `PersonalData`. */
export type PartnerData = {
readonly status: "none" | "otp_sent" | "verified";
readonly partner_user_id: string | null;
/** The destination of the last code, until it is verified. */
readonly destination: {
readonly email?: string;
readonly phone?: string;
} | null;
readonly otp_expires_at: string | null;
readonly tries: number;
/** When your access token expires. */
readonly expires_at: string | null;
readonly verified_at: string | null;
};

/** The partner has minted your token. */
export type PartnerNotification = {
readonly id: number;
readonly title: string;
readonly body: string;
/** The URL that a click opens. */
readonly action_url: string | null;
/** The page of the mini app that a click opens where there is no `action_url`. It can be hidden from you by now. */
readonly start: Target | null;
readonly created_at: string;
/** When you first clicked it. */
readonly clicked_at: string | null;
readonly dismissed_at: string | null;
readonly type: "partner_minted";
readonly data: {
readonly mint_id: number;
readonly token_id: string | null;
readonly explorer_url: string | null;
};
};

/** Exactly one of `email` and `phone`. */
export type PartnerRegistration = {
readonly email?: string;
readonly phone?: string;
};

/** In the answer of `refreshPartnerSession`. */
export type PartnerSession = {
readonly status: "verified";
/** The time by which the session must be refreshed. */
readonly expires_at: string;
};

/** In the body of `verifyPartnerCode`. */
export type PartnerVerification = {
readonly code: string;
};

/** In the answer of `verifyPartnerCode`. */
export type PartnerVerified = {
readonly status: "verified";
/** Your id with the partner. */
readonly partner_user_id: string;
};

/** In the answer of `exportMyData`. */
export type PersonalData = {
readonly exported_at: string;
readonly profile: {
readonly id: number;
readonly first_name: string;
readonly last_name: string | null;
readonly photo_url: string | null;
readonly headline: string | null;
readonly company: string | null;
readonly job_title: string | null;
readonly interests: readonly string[];
readonly points: number;
readonly created_at: string;
readonly messenger_id: number | null;
readonly username: string | null;
readonly socials: Socials;
readonly bio: string | null;
readonly looking_for: string | null;
readonly offering: string | null;
/** The language of the messenger. */
readonly language_code: string | null;
/** The language that the user chose, as a BCP 47 tag; null for the messenger's. */
readonly language: string | null;
readonly is_premium: boolean;
readonly onboarding_status: OnboardingStatus;
readonly onboarding_step: string | null;
readonly notifications_enabled: boolean;
readonly messenger_reachable: boolean;
readonly is_discoverable: boolean;
readonly contact_visibility: ContactVisibility;
/** Whether the organizers may have a headline, tags and interests made from this profile. null until the user decides: then only inside this service, and no text is sent to another one. */
readonly enrichment_enabled: boolean | null;
readonly updated_at: string;
/** null for the photo of the messenger. */
readonly photo_media_id: number | null;
readonly messenger_first_name: string;
readonly messenger_last_name: string | null;
/** When the messenger signed your latest launch data. */
readonly messenger_signed_at: string | null;
/** When the messenger last refused a message to you. */
readonly messenger_refused_at: string | null;
/** Your own first name, which replaces the messenger's. */
readonly own_first_name: string | null;
readonly own_last_name: string | null;
readonly messenger_photo_url: string | null;
/** Your own photo, which replaces the messenger's. */
readonly own_photo_url: string | null;
/** The fields that you edited; no import overwrites them. */
readonly edited_fields: readonly string[];
readonly is_blocked: boolean;
readonly last_seen_at: string | null;
/** When the messenger last reported whether the bot may write to you. */
readonly messenger_member_at: string | null;
/** When you last turned messages on or off in the chat with the bot. */
readonly notifications_set_at: string | null;
/** When you last signed out on all devices. */
readonly signed_out_at: string | null;
};
readonly connections: readonly ({
readonly id: number;
readonly status: "pending" | "accepted" | "rejected" | "withdrawn";
/** Whether the caller sent or received the request. */
readonly direction: ConnectionDirection;
readonly message: string | null;
/** When the latest request was sent. */
readonly created_at: string;
/** null while the request is pending. */
readonly responded_at: string | null;
/** When the two met, by a meet code. */
readonly met_at: string | null;
/** The conference at which they met. */
readonly met_conference_id: number | null;
/** Your own note, which the other user never sees. */
readonly note: string | null;
readonly user: {
readonly id: number;
readonly first_name: string;
};
})[];
/** The users whom you block. */
readonly blocks: readonly {
readonly user: {
readonly id: number;
readonly first_name: string;
};
readonly created_at: string;
}[];
/** Your reports of users. */
readonly user_reports: readonly ({
readonly id: number;
readonly user: {
readonly id: number;
readonly first_name: string;
};
readonly reason: ReportReason;
readonly text: string | null;
readonly created_at: string;
})[];
/** Users whom you do not want to be recommended. */
readonly dismissed_recommendations: readonly {
readonly user: {
readonly id: number;
readonly first_name: string;
};
readonly dismissed_at: string;
}[];
readonly event_attendances: readonly ({
readonly event: {
readonly id: number;
readonly title: string;
readonly starts_at: string;
readonly ends_at: string;
};
readonly status: AttendanceStatus;
readonly registered_at: string;
readonly checked_in_at: string | null;
/** What the organizers noted for their desk. */
readonly desk_note: string | null;
})[];
/** Agenda items that you keep. */
readonly favorites: readonly {
readonly agenda_item: {
readonly id: number;
readonly title: string;
readonly starts_at: string;
readonly ends_at: string;
};
readonly created_at: string;
}[];
readonly conference_attendances: readonly ({
readonly conference: {
readonly id: number;
readonly name: string;
readonly starts_on: string;
readonly ends_on: string;
};
readonly status: AttendanceStatus;
readonly ticket_type: string | null;
readonly claimed_by: ClaimMark | null;
readonly registered_at: string;
readonly checked_in_at: string | null;
/** What the organizers noted for their desk. */
readonly desk_note: string | null;
})[];
/** Invitations from attendee imports that you have claimed. */
readonly invitations: readonly ({
readonly conference: {
readonly id: number;
readonly name: string;
};
readonly username: string | null;
readonly first_name: string | null;
readonly last_name: string | null;
readonly company: string | null;
readonly job_title: string | null;
readonly ticket_type: string | null;
/** The end of the ticket code, which itself is not stored. */
readonly ticket_code_end: string | null;
/** The address of the order, if the organizer kept it. */
readonly email: string | null;
readonly created_at: string;
readonly claimed_at: string;
})[];
readonly submitted_events: readonly ({
readonly id: number;
readonly title: string;
readonly status: EventStatus;
readonly starts_at: string;
readonly ends_at: string;
/** The contact that you gave. */
readonly contact: string | null;
readonly conference_id: number | null;
readonly description: string | null;
readonly timezone: string;
readonly venue_name: string | null;
readonly venue_address: string | null;
readonly venue_latitude: number | null;
readonly venue_longitude: number | null;
readonly image_url: string | null;
readonly url: string | null;
readonly capacity: number | null;
readonly rejection_reason: string | null;
readonly created_at: string;
})[];
/** The speaker linked to your account. */
readonly speaker: Speaker | null;
/** Your calendar feed. Only a hash of its address is stored. */
readonly calendar_link: {
readonly created_at: string;
} | null;
/** Your uploads. */
readonly media: readonly ({
readonly id: number;
/** null for a proof: request a signed URL of it. */
readonly url: string | null;
readonly kind: MediaKind;
readonly storage: MediaStorage;
readonly purpose: MediaPurpose;
readonly status: "storing" | "ready" | "deleting";
readonly mime_type: string | null;
readonly bytes: number;
readonly width: number | null;
readonly height: number | null;
readonly frames: number | null;
/** The size of the file as you sent it. */
readonly sha256: string | null;
readonly created_at: string;
})[];
/** What was made from your profile. null if nothing was. */
readonly enrichment: Enrichment | null;
readonly feedback: readonly ({
readonly id: number;
/** Plain text as it was sent: never show it as HTML or Markdown. */
readonly message: string;
readonly rating: number | null;
readonly category: string | null;
readonly contact: string | null;
readonly context: Readonly<Record<string, string | number>> | null;
readonly created_at: string;
/** The conference that it is about, also that of the event or agenda item. */
readonly conference_id: number | null;
readonly event_id: number | null;
readonly agenda_item_id: number | null;
})[];
/** Your account of the partner. Its tokens are stored encrypted and leave the service to the partner only. */
readonly partner: PartnerData | null;
/** The token that the partner minted for you. */
readonly mint: {
readonly id: number;
readonly status: "pending" | "unknown" | "minted" | "failed";
readonly try: number;
readonly partner_mint_id: string | null;
readonly token_id: string | null;
readonly transaction_hash: string | null;
readonly explorer_url: string | null;
readonly failure_code: string | null;
readonly created_at: string;
readonly requested_at: string;
readonly finished_at: string | null;
} | null;
readonly quests: {
readonly participations: readonly ({
readonly quest: {
readonly id: number;
readonly title: string;
};
readonly status: ParticipantStatus;
/** The source of your participation. */
readonly source: "self" | "public" | "signed" | "admin";
readonly started_at: string | null;
readonly completed_at: string | null;
})[];
/** Your submissions for tasks. */
readonly submissions: readonly ({
readonly id: number;
readonly task: {
readonly id: number;
readonly title: string;
};
readonly status: ReviewStatus;
readonly source: SubmissionSource;
readonly text: string | null;
readonly media_id: number | null;
readonly option_ids: readonly string[] | null;
readonly submitted_at: string;
readonly decided_at: string | null;
readonly reason: string | null;
})[];
readonly votes: readonly {
readonly task: {
readonly id: number;
readonly title: string;
};
readonly option_id: string;
}[];
readonly registration_requests: readonly ({
readonly id: number;
readonly quest: {
readonly id: number;
readonly title: string;
};
readonly status: ReviewStatus;
readonly source: "self" | "public" | "signed";
readonly message: string | null;
readonly reason: string | null;
readonly requested_at: string;
readonly decided_at: string | null;
})[];
/** Every row of your points. */
readonly points: readonly ({
readonly id: number;
readonly delta: number;
readonly kind: "task" | "completion" | "correction" | "reversal" | "adjustment";
readonly quest: {
readonly id: number;
readonly title: string;
} | null;
readonly task: {
readonly id: number;
readonly title: string;
} | null;
readonly reason: string | null;
readonly earned_at: string;
readonly created_at: string;
})[];
};
/** Including those sent to the messenger only. */
readonly notifications: readonly ApiNotification[];
/** The delivery state of your messenger messages. */
readonly deliveries: readonly ({
readonly notification_id: number;
readonly status: DeliveryStatus;
/** Why the message was not sent, or not yet. */
readonly reason: string | null;
/** When the messenger last answered. */
readonly answered_at: string | null;
})[];
/** Your template variables in spreadsheet broadcasts that have not been sent yet. */
readonly message_variables: readonly Readonly<Record<string, string>>[];
/** null if you have never changed a setting. */
readonly notification_settings: {
/** The topics that the messenger delivers. */
readonly topics: {
/** Connection requests to you, and acceptances of yours. */
readonly connections: boolean;
/** Events that you attend, are waitlisted for or requested. */
readonly events: boolean;
/** Conferences that you are waitlisted for. */
readonly conferences: boolean;
readonly quests: boolean;
/** Offers by partners of the conference. */
readonly partner: boolean;
/** Texts by the organizers. */
readonly messages: boolean;
/** Reminders of what is about to begin. */
readonly reminders: boolean;
};
/** Messages wait until `end`, which is on the next day if it is before `start`. */
readonly quiet_hours: {
readonly start: string;
readonly end: string;
readonly timezone: string;
/** Whether they also hold back the change of something that begins before `end`. */
readonly strict: boolean;
} | null;
/** Messages by the messenger only, once for each start. Quiet hours hold back those of favorites. */
readonly reminders: {
/** Before the start; 0 for no reminders. Before a crowded start, up to 30 minutes more. */
readonly minutes: 0 | 5 | 10 | 30;
/** `favorites`: agenda items that you keep. `seats`: events at which you have a seat. */
readonly for: readonly ("favorites" | "seats")[];
};
readonly seen_up_to: number;
} | null;
};

/** In the answer of `adjustPoints`. */
export type PointAdjustment = {
readonly id: number;
readonly user_id: number;
readonly delta: number;
readonly reason: string;
readonly quest_id: number | null;
readonly conference_id: number | null;
/** The points of the user, with this adjustment. */
readonly points: number;
readonly earned_at: string;
};

/** In the body of `adjustPoints`. */
export type PointAdjustmentInput = {
readonly user_id: number;
/** -100000 to 100000. */
readonly delta: number;
/** The user sees it. */
readonly reason: string;
/** The points count for this quest and its conference. */
readonly quest_id?: number;
/** Not together with `quest_id`. */
readonly conference_id?: number;
};

/** In `PointsCheck`. */
export type PointDifference = {
/** `user`: the `points` of a user. */
readonly kind: "total" | "user" | "task_award" | "completion_award" | "participant_count";
readonly user_id: number | null;
readonly quest_id: number | null;
readonly task_id: number | null;
readonly total: {
readonly scope: "all" | "conference" | "quest";
readonly scope_id: number;
readonly period: "all" | "week" | "day";
readonly period_start: string;
} | null;
readonly field: string;
/** The value from the source rows. */
readonly expected: number | string | boolean | null;
/** The kept value. */
readonly found: number | string | boolean | null;
};

/** In `PointEntryPage`. */
export type PointEntry = {
readonly id: number;
readonly delta: number;
/** `correction`: the points of the task or quest changed. `reversal`: an award was taken back. `adjustment`: the organizers gave or took points. */
readonly kind: "task" | "completion" | "correction" | "reversal" | "adjustment";
/** Includes a deleted one. */
readonly quest: {
readonly id: number;
readonly title: string;
} | null;
/** Includes a deleted one. */
readonly task: {
readonly id: number;
readonly title: string;
} | null;
readonly reason: string | null;
readonly earned_at: string;
readonly created_at: string;
};

/** In the answer of `listMyPoints`. */
export type PointEntryPage = {
readonly data: readonly PointEntry[];
readonly pagination: CursorPagination;
};

/** The organizers gave you points, or took some, for this reason. */
export type PointsAdjustment = {
readonly id: number;
readonly title: string;
readonly body: string;
/** The URL that a click opens. */
readonly action_url: string | null;
/** The page of the mini app that a click opens where there is no `action_url`. It can be hidden from you by now. */
readonly start: Target | null;
readonly created_at: string;
/** When you first clicked it. */
readonly clicked_at: string | null;
readonly dismissed_at: string | null;
readonly type: "points_adjusted";
readonly data: {
readonly delta: number;
readonly reason: string;
readonly quest_id: number | null;
readonly conference_id: number | null;
};
};

/** In the answer of `checkPoints`. */
export type PointsCheck = {
/** The users with rows in the ledger. */
readonly people: number;
readonly ledger_rows: number;
/** The first 100. */
readonly differences: readonly PointDifference[];
/** Quests whose points were edited and are corrected now; their awards are left out. */
readonly recalculating: readonly number[];
readonly ok: boolean;
/** The users whose totals were recomputed. */
readonly repaired?: number;
};

/** In the answer of `getPollResults`. */
export type PollResults = {
readonly task_id: number;
readonly total_votes: number;
readonly options: readonly {
readonly id: string;
readonly label: string;
readonly votes: number;
/** The share of all votes, to one decimal; 0 without votes. */
readonly percent: number;
}[];
/** The id of your option, null without a vote. Only for signed-in callers. */
readonly my_vote?: string | null;
};

/** In `TaskConfig`, `NewQuestTask`, `TaskConfigChange` and 1 more. */
export type PollResultsAt = "always" | "after_vote" | "after_end";

/** Missing fields stay unchanged. Quiet hours change as a whole; `null` removes them. */
export type PreferencesChange = {
readonly topics?: {
/** Connection requests to you, and acceptances of yours. */
readonly connections?: boolean;
/** Events that you attend, are waitlisted for or requested. */
readonly events?: boolean;
/** Conferences that you are waitlisted for. */
readonly conferences?: boolean;
readonly quests?: boolean;
/** Offers by partners of the conference. */
readonly partner?: boolean;
/** Texts by the organizers. */
readonly messages?: boolean;
/** Reminders of what is about to begin. */
readonly reminders?: boolean;
};
/** Messages wait until `end`, which is on the next day if it is before `start`. */
readonly quiet_hours?: {
readonly start: string;
readonly end: string;
readonly timezone: string;
/** Whether they also hold back the change of something that begins before `end`. */
readonly strict?: boolean;
} | null;
/** Messages by the messenger only, once for each start. Quiet hours hold back those of favorites. */
readonly reminders?: {
/** Before the start; 0 for no reminders. Before a crowded start, up to 30 minutes more. */
readonly minutes?: 0 | 5 | 10 | 30;
/** `favorites`: agenda items that you keep. `seats`: events at which you have a seat. */
readonly for?: readonly ("favorites" | "seats")[];
};
};

/** In `UserPage`. */
export type Profile = {
readonly id: number;
readonly first_name: string;
readonly last_name: string | null;
readonly photo_url: string | null;
readonly headline: string | null;
readonly company: string | null;
readonly job_title: string | null;
readonly interests: readonly string[];
readonly points: number;
readonly created_at: string;
/** Only if the user shows it to this caller. */
readonly username?: string | null;
/** Only if the user shows them to this caller. */
readonly socials?: Socials;
/** Only for signed-in callers. */
readonly bio?: string | null;
/** Only for signed-in callers. */
readonly looking_for?: string | null;
/** Only for signed-in callers. */
readonly offering?: string | null;
/** Only for signed-in callers. */
readonly connection_status?: ConnectionStatusToViewer;
};

/** Changes the given fields. `null` clears a field; for a name or the photo it restores the messenger's. */
export type ProfileChange = {
readonly first_name?: string | null;
readonly last_name?: string | null;
readonly headline?: string | null;
readonly company?: string | null;
readonly job_title?: string | null;
readonly bio?: string | null;
readonly interests?: readonly string[] | null;
readonly looking_for?: string | null;
readonly offering?: string | null;
readonly is_discoverable?: boolean;
readonly contact_visibility?: ContactVisibility;
/** true: `headline`, `company`, `job_title`, `bio`, `interests`, `looking_for` and `offering` may also be sent to the outside provider of the organizers. false: nothing is made from the profile. null: only inside this service. */
readonly enrichment_enabled?: boolean | null;
/** A BCP 47 tag, such as `de` or `pt-BR`. Automatic texts are written in it where they exist, else in English. null: the language of the messenger. */
readonly language?: string | null;
/** A public image that you uploaded. */
readonly photo_media_id?: number | null;
};

/** In the answer of `getUserProfile`. */
export type ProfilePage = {
readonly id: number;
readonly first_name: string;
readonly last_name: string | null;
readonly photo_url: string | null;
readonly headline: string | null;
readonly company: string | null;
readonly job_title: string | null;
readonly interests: readonly string[];
readonly points: number;
readonly created_at: string;
/** Only if the user shows it to this caller. */
readonly username?: string | null;
/** Only if the user shows them to this caller. */
readonly socials?: Socials;
/** Only for signed-in callers. */
readonly bio?: string | null;
/** Only for signed-in callers. */
readonly looking_for?: string | null;
/** Only for signed-in callers. */
readonly offering?: string | null;
/** Only for signed-in callers. */
readonly connection_status?: ConnectionStatusToViewer;
readonly conferences: readonly {
readonly id: number;
readonly slug: string;
readonly name: string;
}[];
/** Events that have not ended. */
readonly events: readonly {
readonly id: number;
readonly slug: string;
readonly title: string;
readonly starts_at: string;
}[];
readonly quests_completed: number;
};

/** In `TaskConfig`, `NewQuestTask`, `TaskConfigChange` and 1 more. */
export type ProfileTaskField = "photo_url" | "headline" | "company" | "job_title" | "bio" | "interests" | "looking_for" | "offering" | "socials";

/** An import moved or cancelled events that you attend, or agenda items that you keep; one for each import. Or organizers moved many items together: all of yours within 10 minutes, of which `body` names the first five. */
export type ProgrammeNotification = {
readonly id: number;
readonly title: string;
readonly body: string;
/** The URL that a click opens. */
readonly action_url: string | null;
/** The page of the mini app that a click opens where there is no `action_url`. It can be hidden from you by now. */
readonly start: Target | null;
readonly created_at: string;
/** When you first clicked it. */
readonly clicked_at: string | null;
readonly dismissed_at: string | null;
readonly type: "programme_changed";
readonly data: {
/** `null` for events without a conference. */
readonly conference_id: number | null;
readonly event_ids: readonly number[];
/** Items that you keep; absent if none of them changed. */
readonly agenda_item_ids?: readonly number[];
/** Only of items that organizers moved together: each of them, by its new start. */
readonly changes?: readonly ({
readonly agenda_item_id: number;
readonly event_id: number | null;
readonly text: string;
/** The changed fields with their values before and after. */
readonly changes: {
readonly status?: {
readonly from: AgendaStatus;
readonly to: AgendaStatus;
};
readonly starts_at?: {
readonly from: string;
readonly to: string;
};
readonly ends_at?: {
readonly from: string;
readonly to: string;
};
readonly room?: {
readonly from: string | null;
readonly to: string | null;
};
};
})[];
};
};

/** In `QuestSubmissionReview`. */
export type ProofMedia = {
/** Anyone who has the URL can open the file until it expires. */
readonly url: string;
/** A WebP copy of at most 320 pixels by its longest side; expires as `url` does. */
readonly thumb_url: string;
/** 10 minutes from now. */
readonly expires_at: string | null;
readonly width: number | null;
readonly height: number | null;
};

/** In `QuestPage`, `OwnQuest`. */
export type Quest = {
readonly id: number;
readonly slug: string;
readonly title: string;
readonly description: string | null;
readonly image_url: string | null;
readonly conference_id: number | null;
readonly event_id: number | null;
readonly is_active: boolean;
readonly is_featured: boolean;
/** `hidden`: inactive, or of a draft conference; only participants and administrators see it. */
readonly state: QuestPhase;
/** null: from the moment it is active. */
readonly starts_at: string | null;
/** null: without an end. */
readonly ends_at: string | null;
/** The time zone of its conference, else UTC. */
readonly timezone: string;
/** `approval`: an organizer admits each participant. */
readonly registration_mode: QuestRegistrationMode;
/** The users who may start: anyone, or attendees of its event or else its conference. */
readonly access: QuestAccess;
/** null for no limit. */
readonly max_participants: number | null;
readonly public_api_enabled: boolean;
/** Points for the whole quest, besides those of its tasks. */
readonly completion_points: number;
/** Opens it in the mini app; null without `MESSENGER_APP_URL`. */
readonly share_url: string | null;
readonly task_count: number;
/** The points of all tasks and the completion. */
readonly total_points: number;
/** The number of participants: admitted, in progress and completed. */
readonly participant_count: number;
readonly created_at: string;
readonly updated_at: string;
};

/** In `ListedQuest`, `AdminQuestWithTasks`, `NewQuest` and 3 more. */
export type QuestAccess = "anyone" | "registered" | "checked_in";

/** Updates the given fields; `null` clears one. */
export type QuestChange = {
readonly slug?: string;
readonly title?: string;
readonly description?: string | null;
readonly image_url?: string | null;
/** The conference of the event by default. */
readonly conference_id?: number | null;
readonly event_id?: number | null;
/** `false` by default: only administrators see the quest. */
readonly is_active?: boolean;
readonly is_featured?: boolean;
readonly starts_at?: string | null;
readonly ends_at?: string | null;
/** `approval`: administrators admit each participant. */
readonly registration_mode?: QuestRegistrationMode;
/** The users who may start. Values other than `anyone` require a conference or event. */
readonly access?: QuestAccess;
/** null for no limit. */
readonly max_participants?: number | null;
/** Whether partners may complete tasks for users. */
readonly public_api_enabled?: boolean;
/** 0 to 100000. */
readonly completion_points?: number;
};

/** In the answer of `listQuestCodes`. */
export type QuestCodes = {
readonly quest_id: number;
readonly title: string;
readonly codes: readonly ({
readonly task_id: number;
readonly title: string;
readonly code: string;
/** Opens the task in the mini app. Null without `MESSENGER_APP_URL`. */
readonly share_url: string | null;
/** `share_url`, or else the code, as a QR code in SVG. */
readonly qr_svg: string;
})[];
};

/** You completed a quest. `points` are for the completion. */
export type QuestCompletionNotification = {
readonly id: number;
readonly title: string;
readonly body: string;
/** The URL that a click opens. */
readonly action_url: string | null;
/** The page of the mini app that a click opens where there is no `action_url`. It can be hidden from you by now. */
readonly start: Target | null;
readonly created_at: string;
/** When you first clicked it. */
readonly clicked_at: string | null;
readonly dismissed_at: string | null;
readonly type: "quest_completed";
readonly data: {
readonly quest_id: number;
readonly points: number;
};
};

/** In the answer of `deleteQuestTask`, the answer of `deleteQuest`. */
export type QuestDeletion = {
readonly id: number;
readonly deleted: true;
readonly recalculation: Recalculation | null;
};

/** In the answer of `getQuest`. */
export type QuestDetails = {
readonly id: number;
readonly slug: string;
readonly title: string;
readonly description: string | null;
readonly image_url: string | null;
readonly conference_id: number | null;
readonly event_id: number | null;
readonly is_active: boolean;
readonly is_featured: boolean;
/** `hidden`: inactive, or of a draft conference; only participants and administrators see it. */
readonly state: QuestPhase;
/** null: from the moment it is active. */
readonly starts_at: string | null;
/** null: without an end. */
readonly ends_at: string | null;
/** The time zone of its conference, else UTC. */
readonly timezone: string;
/** `approval`: an organizer admits each participant. */
readonly registration_mode: QuestRegistrationMode;
/** The users who may start: anyone, or attendees of its event or else its conference. */
readonly access: QuestAccess;
/** null for no limit. */
readonly max_participants: number | null;
readonly public_api_enabled: boolean;
/** Points for the whole quest, besides those of its tasks. */
readonly completion_points: number;
/** Opens it in the mini app; null without `MESSENGER_APP_URL`. */
readonly share_url: string | null;
readonly task_count: number;
/** The points of all tasks and the completion. */
readonly total_points: number;
/** The number of participants: admitted, in progress and completed. */
readonly participant_count: number;
readonly created_at: string;
readonly updated_at: string;
/** Empty until the quest starts. */
readonly tasks: readonly QuestTask[];
/** Only for signed-in callers. */
readonly progress?: QuestProgress;
};

/** What differs from the quest that is copied. With another conference, the event is not copied; with another `starts_at`, the end of the quest and the times of its tasks move as far. */
export type QuestDuplicate = {
readonly title: string;
readonly slug?: string;
/** The conference of the event by default. */
readonly conference_id?: number | null;
readonly event_id?: number | null;
readonly starts_at?: string | null;
readonly ends_at?: string | null;
};

/** In the answer of `getQuestFunnel`. */
export type QuestFunnel = {
readonly quest_id: number;
readonly as_of: string;
/** `admitted`: has a place and has not started. */
readonly participants: {
readonly admitted: number;
readonly in_progress: number;
readonly completed: number;
};
/** In the order in which users see them. */
readonly tasks: readonly QuestFunnelTask[];
};

/** In `QuestFunnel`. */
export type QuestFunnelTask = {
readonly task_id: number;
readonly title: string;
readonly type: TaskType;
readonly position: number;
readonly is_required: boolean;
/** The participants who sent something: the sum of the three others. */
readonly submitted: number;
readonly pending: number;
/** The participants who have completed the task. */
readonly approved: number;
readonly rejected: number;
};

/** Requires either `messenger_id` or `ticket`. */
export type QuestJoinCall = {
readonly quest_id: number;
/** The id of the person in the messenger. */
readonly messenger_id?: number;
/** The code of the person's ticket for an event or a conference, as on their badge. */
readonly ticket?: string;
};

/** In the answer of `joinQuestByCall`. */
export type QuestJoined = {
readonly quest_id: number;
readonly status: "accepted";
};

/** In the answer of `listQuests`, the answer of `listFeaturedQuests`. */
export type QuestPage = {
readonly data: readonly Quest[];
readonly pagination: Pagination;
/** Send it as the next `updated_since`. The ETag ignores it: after 304, keep the older one. */
readonly as_of: string;
/** Only with `updated_since`: ids that may have left this list. */
readonly gone?: readonly number[];
};

/** In `QuestParticipantPage`. */
export type QuestParticipant = {
readonly user: QuestPerson;
readonly status: ParticipantStatus;
/** `public`: by an unsigned call; the user has not opened the quest. */
readonly source: "self" | "public" | "signed" | "admin";
/** The points in this quest, including those of the completion. */
readonly points: number;
/** null for `admitted`. */
readonly started_at: string | null;
readonly completed_at: string | null;
readonly completed_tasks: number;
};

/** In the answer of `listQuestParticipants`. */
export type QuestParticipantPage = {
readonly data: readonly QuestParticipant[];
readonly pagination: CursorPagination;
};

/** In `ReviewedTask`, `QuestSubmissionReview`, `QuestParticipant` and 1 more. */
export type QuestPerson = {
readonly id: number;
/** null for an erased user. Absent without the scope `people:contacts`. */
readonly messenger_id?: number | null;
readonly first_name: string;
readonly last_name: string | null;
/** Absent without the scope `people:contacts`. */
readonly username?: string | null;
readonly photo_url: string | null;
readonly company: string | null;
readonly job_title: string | null;
readonly is_blocked: boolean;
};

/** In `ListedQuest`, `AdminQuestWithTasks`, `Quest` and 1 more. */
export type QuestPhase = "hidden" | "coming" | "running" | "ended";

/** In `TaskCompletion`, `OwnQuest`, `QuestDetails` and 1 more. */
export type QuestProgress = {
readonly status: "none" | "requested" | "declined" | "admitted" | "in_progress" | "completed";
readonly completed_tasks: number;
readonly total_tasks: number;
/** Your points in this quest, including those of the completion. */
readonly points: number;
readonly started_at: string | null;
readonly completed_at: string | null;
/** Your request to take part, where the quest asks for one. */
readonly registration: {
readonly id: number;
readonly status: ReviewStatus;
readonly message: string | null;
readonly reason: string | null;
readonly requested_at: string;
readonly decided_at: string | null;
} | null;
readonly tasks: readonly TaskProgress[];
};

/** In `ListedQuest`, `AdminQuestWithTasks`, `NewQuest` and 3 more. */
export type QuestRegistrationMode = "open" | "approval";

/** Your request to take part in a quest was decided. */
export type QuestRegistrationNotification = {
readonly id: number;
readonly title: string;
readonly body: string;
/** The URL that a click opens. */
readonly action_url: string | null;
/** The page of the mini app that a click opens where there is no `action_url`. It can be hidden from you by now. */
readonly start: Target | null;
readonly created_at: string;
/** When you first clicked it. */
readonly clicked_at: string | null;
readonly dismissed_at: string | null;
readonly type: "quest_registration_approved" | "quest_registration_rejected";
readonly data: {
readonly quest_id: number;
readonly reason: string | null;
};
};

/** The organizers remind you of a quest. */
export type QuestReminder = {
readonly id: number;
readonly title: string;
readonly body: string;
/** The URL that a click opens. */
readonly action_url: string | null;
/** The page of the mini app that a click opens where there is no `action_url`. It can be hidden from you by now. */
readonly start: Target | null;
readonly created_at: string;
/** When you first clicked it. */
readonly clicked_at: string | null;
readonly dismissed_at: string | null;
readonly type: "quest_reminder";
readonly data: {
readonly quest_id: number;
};
};

/** In `UserState`. */
export type QuestState = {
readonly status: "none" | "requested" | "declined" | "admitted" | "in_progress" | "completed";
readonly completed_tasks: number;
readonly total_tasks: number;
};

/** In `QuestSubmissionReviewPage`. */
export type QuestSubmissionReview = {
readonly user_quest_task_id: number;
readonly quest_id: number;
readonly user: QuestPerson;
readonly task: {
readonly id: number;
readonly title: string;
readonly type: TaskType;
readonly points: number;
};
readonly status: ReviewStatus;
readonly source: SubmissionSource;
/** Plain text: never show it as HTML or Markdown. */
readonly text: string | null;
/** Opened by `GET /admin/media/:id/url`. */
readonly media_id: number | null;
readonly option_ids: readonly string[] | null;
/** The number of times that the user sent it. */
readonly submissions: number;
/** The number of earlier rejections. */
readonly rejections: number;
readonly submitted_at: string;
readonly decided_at: string | null;
/** The reason of the rejection. */
readonly reason: string | null;
readonly quest: {
readonly id: number;
readonly title: string;
readonly conference_id: number | null;
};
/** `decided_at`, or `submitted_at` while it is pending. */
readonly status_since: string;
/** Who decided; null while it is pending. */
readonly reviewer: Reviewer | null;
/** The image of the proof. */
readonly media: ProofMedia | null;
};

/** In the answer of `listQuestSubmissions`. */
export type QuestSubmissionReviewPage = {
readonly data: readonly QuestSubmissionReview[];
readonly pagination: CursorPagination;
};

/** `type` determines the shape of `config`. Expect more types in the future. */
export type QuestTask = {
/** The `task_id` of other answers. */
readonly id: number;
readonly quest_id: number;
readonly title: string;
/** null before `opens_at`. */
readonly description: string | null;
readonly points: number;
readonly position: number;
/** A quest is completed with all its required tasks, or all tasks if none is. */
readonly is_required: boolean;
readonly opens_at: string | null;
readonly closes_at: string | null;
readonly state: TaskState;
/** How it is approved; this follows from the type. `automatic`: by a fact, such as a seat. `review`: by an organizer. `partner`: by a call of a partner. */
readonly verification: Verification;
readonly type: "link";
/** The settings of the type; null before `opens_at`. */
readonly config: {
readonly url: string;
} | null;
} | {
/** The `task_id` of other answers. */
readonly id: number;
readonly quest_id: number;
readonly title: string;
/** null before `opens_at`. */
readonly description: string | null;
readonly points: number;
readonly position: number;
/** A quest is completed with all its required tasks, or all tasks if none is. */
readonly is_required: boolean;
readonly opens_at: string | null;
readonly closes_at: string | null;
readonly state: TaskState;
/** How it is approved; this follows from the type. `automatic`: by a fact, such as a seat. `review`: by an organizer. `partner`: by a call of a partner. */
readonly verification: Verification;
readonly type: "text";
/** The settings of the type; null before `opens_at`. */
readonly config: {
readonly min_length: number;
readonly max_length: number;
} | null;
} | {
/** The `task_id` of other answers. */
readonly id: number;
readonly quest_id: number;
readonly title: string;
/** null before `opens_at`. */
readonly description: string | null;
readonly points: number;
readonly position: number;
/** A quest is completed with all its required tasks, or all tasks if none is. */
readonly is_required: boolean;
readonly opens_at: string | null;
readonly closes_at: string | null;
readonly state: TaskState;
/** How it is approved; this follows from the type. `automatic`: by a fact, such as a seat. `review`: by an organizer. `partner`: by a call of a partner. */
readonly verification: Verification;
readonly type: "photo";
/** The settings of the type; null before `opens_at`. */
readonly config: {

} | null;
} | {
/** The `task_id` of other answers. */
readonly id: number;
readonly quest_id: number;
readonly title: string;
/** null before `opens_at`. */
readonly description: string | null;
readonly points: number;
readonly position: number;
/** A quest is completed with all its required tasks, or all tasks if none is. */
readonly is_required: boolean;
readonly opens_at: string | null;
readonly closes_at: string | null;
readonly state: TaskState;
/** How it is approved; this follows from the type. `automatic`: by a fact, such as a seat. `review`: by an organizer. `partner`: by a call of a partner. */
readonly verification: Verification;
readonly type: "code";
/** The settings of the type; null before `opens_at`. */
readonly config: {

} | null;
} | {
/** The `task_id` of other answers. */
readonly id: number;
readonly quest_id: number;
readonly title: string;
/** null before `opens_at`. */
readonly description: string | null;
readonly points: number;
readonly position: number;
/** A quest is completed with all its required tasks, or all tasks if none is. */
readonly is_required: boolean;
readonly opens_at: string | null;
readonly closes_at: string | null;
readonly state: TaskState;
/** How it is approved; this follows from the type. `automatic`: by a fact, such as a seat. `review`: by an organizer. `partner`: by a call of a partner. */
readonly verification: Verification;
readonly type: "quiz";
/** The settings of the type; null before `opens_at`. */
readonly config: {
readonly options: readonly {
readonly id: string;
readonly label: string;
}[];
readonly multiple: boolean;
readonly max_tries: number;
} | null;
} | {
/** The `task_id` of other answers. */
readonly id: number;
readonly quest_id: number;
readonly title: string;
/** null before `opens_at`. */
readonly description: string | null;
readonly points: number;
readonly position: number;
/** A quest is completed with all its required tasks, or all tasks if none is. */
readonly is_required: boolean;
readonly opens_at: string | null;
readonly closes_at: string | null;
readonly state: TaskState;
/** How it is approved; this follows from the type. `automatic`: by a fact, such as a seat. `review`: by an organizer. `partner`: by a call of a partner. */
readonly verification: Verification;
readonly type: "poll";
/** The settings of the type; null before `opens_at`. */
readonly config: {
readonly options: readonly {
readonly id: string;
readonly label: string;
}[];
readonly results: PollResultsAt;
} | null;
} | {
/** The `task_id` of other answers. */
readonly id: number;
readonly quest_id: number;
readonly title: string;
/** null before `opens_at`. */
readonly description: string | null;
readonly points: number;
readonly position: number;
/** A quest is completed with all its required tasks, or all tasks if none is. */
readonly is_required: boolean;
readonly opens_at: string | null;
readonly closes_at: string | null;
readonly state: TaskState;
/** How it is approved; this follows from the type. `automatic`: by a fact, such as a seat. `review`: by an organizer. `partner`: by a call of a partner. */
readonly verification: Verification;
readonly type: "connections";
/** The settings of the type; null before `opens_at`. */
readonly config: {
readonly count: number;
/** `met`: only connections of users who met, by a meet code. Absent means `accepted`. */
readonly when?: "accepted" | "met";
} | null;
} | {
/** The `task_id` of other answers. */
readonly id: number;
readonly quest_id: number;
readonly title: string;
/** null before `opens_at`. */
readonly description: string | null;
readonly points: number;
readonly position: number;
/** A quest is completed with all its required tasks, or all tasks if none is. */
readonly is_required: boolean;
readonly opens_at: string | null;
readonly closes_at: string | null;
readonly state: TaskState;
/** How it is approved; this follows from the type. `automatic`: by a fact, such as a seat. `review`: by an organizer. `partner`: by a call of a partner. */
readonly verification: Verification;
readonly type: "event_attendance";
/** The settings of the type; null before `opens_at`. */
readonly config: {
readonly event_id: number;
/** `registered`: a seat is enough. */
readonly when: SeatedStatus;
} | null;
} | {
/** The `task_id` of other answers. */
readonly id: number;
readonly quest_id: number;
readonly title: string;
/** null before `opens_at`. */
readonly description: string | null;
readonly points: number;
readonly position: number;
/** A quest is completed with all its required tasks, or all tasks if none is. */
readonly is_required: boolean;
readonly opens_at: string | null;
readonly closes_at: string | null;
readonly state: TaskState;
/** How it is approved; this follows from the type. `automatic`: by a fact, such as a seat. `review`: by an organizer. `partner`: by a call of a partner. */
readonly verification: Verification;
readonly type: "conference_registration";
/** The settings of the type; null before `opens_at`. */
readonly config: {
readonly conference_id: number;
/** `registered`: a seat is enough. */
readonly when: SeatedStatus;
} | null;
} | {
/** The `task_id` of other answers. */
readonly id: number;
readonly quest_id: number;
readonly title: string;
/** null before `opens_at`. */
readonly description: string | null;
readonly points: number;
readonly position: number;
/** A quest is completed with all its required tasks, or all tasks if none is. */
readonly is_required: boolean;
readonly opens_at: string | null;
readonly closes_at: string | null;
readonly state: TaskState;
/** How it is approved; this follows from the type. `automatic`: by a fact, such as a seat. `review`: by an organizer. `partner`: by a call of a partner. */
readonly verification: Verification;
readonly type: "profile";
/** The settings of the type; null before `opens_at`. */
readonly config: {
readonly fields: readonly ProfileTaskField[];
} | null;
} | {
/** The `task_id` of other answers. */
readonly id: number;
readonly quest_id: number;
readonly title: string;
/** null before `opens_at`. */
readonly description: string | null;
readonly points: number;
readonly position: number;
/** A quest is completed with all its required tasks, or all tasks if none is. */
readonly is_required: boolean;
readonly opens_at: string | null;
readonly closes_at: string | null;
readonly state: TaskState;
/** How it is approved; this follows from the type. `automatic`: by a fact, such as a seat. `review`: by an organizer. `partner`: by a call of a partner. */
readonly verification: Verification;
readonly type: "external";
/** The settings of the type; null before `opens_at`. */
readonly config: {

} | null;
};

/** A task of yours was approved. */
export type QuestTaskApproval = {
readonly id: number;
readonly title: string;
readonly body: string;
/** The URL that a click opens. */
readonly action_url: string | null;
/** The page of the mini app that a click opens where there is no `action_url`. It can be hidden from you by now. */
readonly start: Target | null;
readonly created_at: string;
/** When you first clicked it. */
readonly clicked_at: string | null;
readonly dismissed_at: string | null;
readonly type: "quest_task_approved";
readonly data: {
readonly quest_id: number;
readonly task_id: number;
readonly points: number;
};
};

/** Updates the given fields, also within `config`; `null` clears one. */
export type QuestTaskChange = {
readonly title?: string;
readonly description?: string | null;
/** 0 to 10000. */
readonly points?: number;
/** Among the tasks of the quest. 0 to 1000000. */
readonly position?: number;
/** Whether the quest can only be completed with it. */
readonly is_required?: boolean;
readonly opens_at?: string | null;
readonly closes_at?: string | null;
readonly type?: TaskType;
readonly config?: TaskConfigChange;
};

/** Each task of the quest exactly once. */
export type QuestTaskOrder = {
readonly ids: readonly number[];
};

/** A task of yours was rejected. You can send it again while the quest runs. */
export type QuestTaskRejection = {
readonly id: number;
readonly title: string;
readonly body: string;
/** The URL that a click opens. */
readonly action_url: string | null;
/** The page of the mini app that a click opens where there is no `action_url`. It can be hidden from you by now. */
readonly start: Target | null;
readonly created_at: string;
/** When you first clicked it. */
readonly clicked_at: string | null;
readonly dismissed_at: string | null;
readonly type: "quest_task_rejected";
readonly data: {
readonly quest_id: number;
readonly task_id: number;
readonly reason: string | null;
};
};

/** In the body of `toggleQuest`. */
export type QuestToggle = {
readonly is_active?: boolean;
};

/** In `QueuedJobPage`, the answer of `cancelQueuedJob`, the answer of `retryQueuedJob`. */
export type QueuedJob = {
readonly id: string;
/** As in docs/jobs.md. */
readonly name: string;
readonly state: "waiting" | "active" | "failed" | "completed" | "cancelled";
readonly created_at: string;
/** When it may run, or might have run. */
readonly due_at: string;
/** Of the last run. */
readonly started_at: string | null;
readonly retries: number;
/** Why the queue gave up on the run, such as a worker that died. The error of a failed run is in the log only, as it can hold personal data. */
readonly error: string | null;
};

/** In the answer of `listQueuedJobs`. */
export type QueuedJobPage = {
readonly data: readonly QueuedJob[];
readonly pagination: CursorPagination;
};

/** In `ConferenceReadiness`. */
export type ReadinessFinding = {
readonly code: "conference_ended" | "programme_missing" | "description_missing" | "venue_missing" | "registration_closed" | "over_capacity" | "agenda_items_outside_days" | "agenda_items_in_one_room" | "agenda_items_with_one_speaker" | "agenda_items_without_room" | "agenda_items_without_speakers" | "speakers_unpublished" | "speakers_without_photo" | "speakers_without_bio" | "speakers_without_talk" | "events_outside_days" | "events_without_location" | "events_over_capacity" | "events_over_room_capacity" | "side_events_pending" | "quests_without_tasks" | "quests_inactive";
/** `error`: attendees would meet it. `warning`: probably forgotten. */
readonly severity: "error" | "warning";
readonly message: string;
/** The number of rows of which the code speaks. */
readonly count?: number;
/** Their first 100 ids: of agenda items, speakers, events or quests, as the code begins. */
readonly ids?: readonly number[];
};

/** After an edit of points, a worker corrects the points of all participants. Another edit starts it over. */
export type Recalculation = {
readonly status: "running" | "done";
/** The participants at the time of the edit. */
readonly people: number;
readonly requested_at: string;
readonly finished_at: string | null;
};

/** In the answer of `dismissRecommendedUser`, the answer of `undoRecommendedUserDismissal`. */
export type RecommendationDismissal = {
readonly id: number;
readonly dismissed: boolean;
};

/** In `RecommendedUser`. */
export type RecommendationReason = {
readonly kind: "offers_what_you_look_for" | "looks_for_what_you_offer" | "shared_interests" | "shared_events" | "shared_conferences" | "common_connections" | "similar_profile" | "new_here";
/** One line in English, for clients without a translation of `kind`. */
readonly label: string;
/** The shared events or conferences that the label names. */
readonly ids?: readonly number[];
};

/** In `RecommendedUserPage`. */
export type RecommendedUser = {
readonly id: number;
readonly first_name: string;
readonly last_name: string | null;
readonly photo_url: string | null;
readonly headline: string | null;
readonly company: string | null;
readonly job_title: string | null;
readonly interests: readonly string[];
readonly points: number;
readonly created_at: string;
/** Only if the user shows it to this caller. */
readonly username?: string | null;
/** Only if the user shows them to this caller. */
readonly socials?: Socials;
/** Only for signed-in callers. */
readonly bio?: string | null;
/** Only for signed-in callers. */
readonly looking_for?: string | null;
/** Only for signed-in callers. */
readonly offering?: string | null;
/** Only for signed-in callers. */
readonly connection_status?: ConnectionStatusToViewer;
/** 0 for a user who shares nothing with you. 0 to 1. */
readonly score: number;
/** Strongest first. */
readonly reasons: readonly RecommendationReason[];
};

/** In the answer of `listRecommendedUsers`. */
export type RecommendedUserPage = {
readonly data: readonly RecommendedUser[];
readonly pagination: Pagination;
};

/** In `UserState`, the answer of `getMyConferenceAttendance`. */
export type Registration = {
readonly status: OwnAttendanceStatus;
/** When the user last registered or joined the waitlist. */
readonly registered_at: string | null;
/** 1 is promoted next; null unless `status` is `waitlisted`. */
readonly waitlist_position: number | null;
readonly checked_in_at: string | null;
/** From an attendee import; null for a user who registered without one. */
readonly ticket_type: string | null;
};

/** In the answer of `claimInvitation`, the answer of `registerForConference`, the answer of `cancelRegistration`. */
export type RegistrationAnswer = {
readonly conference_id: number;
readonly status: OwnAttendanceStatus;
/** When the user last registered or joined the waitlist. */
readonly registered_at: string | null;
/** 1 is promoted next; null unless `status` is `waitlisted`. */
readonly waitlist_position: number | null;
readonly checked_in_at: string | null;
/** From an attendee import; null for a user who registered without one. */
readonly ticket_type: string | null;
readonly attendee_count: number;
/** The number of free seats; null means unlimited. */
readonly spots_left: number | null;
};

/** In `Conference`, `ConferenceDetails`, `EventWithAttendance` and 12 more. */
export type RegistrationMode = "open" | "invited" | "closed";

/** In the answer of `requestQuestRegistration`. */
export type RegistrationRequest = {
readonly id: number;
readonly quest_id: number;
readonly status: ReviewStatus;
readonly message: string | null;
/** The reason of the rejection. */
readonly reason: string | null;
readonly requested_at: string;
readonly decided_at: string | null;
};

/** In the body of `requestQuestRegistration`. */
export type RegistrationRequestInput = {
/** A message for the organizers. */
readonly message?: string | null;
};

/** In `Conference`, `ConferenceDetails`, `EventWithAttendance` and 8 more. */
export type RegistrationState = "open" | "waitlist" | "invited_only" | "closed" | "ended" | "cancelled";

/** In the body of `rejectEvent`. */
export type Rejection = {
/** Sent to the requester. */
readonly reason?: string | null;
};

/** In the body of `sendQuestReminder`. */
export type Reminder = {
/** Without it, the default template is sent. */
readonly template_id?: number;
/** `not_started`: attendees of the quest’s conference or event who are not in the quest, and admitted users. `in_progress`: who started and has not completed it. `all`: both. */
readonly audience: "not_started" | "in_progress" | "all";
/** Without it, the reminder starts at once. */
readonly scheduled_at?: string;
};

/** In `ReminderTemplates`, the answer of `createReminderTemplate`, the answer of `getReminderTemplate` and 2 more. */
export type ReminderTemplate = {
readonly id: number;
readonly quest_id: number;
readonly name: string;
/** null for the title of the quest. */
readonly title: string | null;
readonly body: string;
/** By language tag. */
readonly translations: Readonly<Record<string, {
readonly title: string | null;
readonly body: string;
}>>;
readonly is_default: boolean;
/** Raised by each edit of the organizers. The `ETag` is `"<id>.<version>"`. */
readonly version: number;
readonly created_at: string;
readonly updated_at: string;
};

/** In the body of `updateReminderTemplate`. */
export type ReminderTemplateChanges = {
/** For administrators. */
readonly name?: string;
/** A template; null for the title of the quest. */
readonly title?: string | null;
/** A template. */
readonly body?: string;
/** By BCP 47 language tag: a recipient gets the text whose tag is theirs, or the longest part of theirs (`de` serves `de-AT`), and else `title` and `body`. */
readonly translations?: Readonly<Record<string, {
/** A template; null for the title of the quest. */
readonly title?: string | null;
/** A template. */
readonly body: string;
}>>;
};

/** In the body of `createReminderTemplate`. */
export type ReminderTemplateInput = {
/** For administrators. */
readonly name: string;
/** A template; null for the title of the quest. */
readonly title?: string | null;
/** A template. */
readonly body: string;
/** By BCP 47 language tag: a recipient gets the text whose tag is theirs, or the longest part of theirs (`de` serves `de-AT`), and else `title` and `body`. */
readonly translations?: Readonly<Record<string, {
/** A template; null for the title of the quest. */
readonly title?: string | null;
/** A template. */
readonly body: string;
}>>;
};

/** In the answer of `listReminderTemplates`. */
export type ReminderTemplates = {
readonly templates: readonly ReminderTemplate[];
};

/** In the body of `resolveUserReport`. */
export type ReportDecision = {
/** `warned` sends a notice to the reported user, `blocked` blocks their account. */
readonly outcome: "dismissed" | "warned" | "blocked";
/** For other moderators. */
readonly note?: string | null;
};

/** In `PersonalData`, `UserReporting`, `UserReport` and 1 more. */
export type ReportReason = "spam" | "harassment" | "impersonation" | "other";

/** In the body of `rescheduleBroadcast`. */
export type Rescheduling = {
readonly scheduled_at: string;
};

/** In the answer of `retryMint`. */
export type RetriedMint = {
readonly id: number;
readonly token_id: string | null;
readonly transaction_hash: string | null;
/** An https URL on a host of the partner. */
readonly explorer_url: string | null;
/** `sold_out`, `not_eligible`, or `rejected` for any other reason of the partner. */
readonly failure_reason: MintFailure | null;
/** `pending` until the partner has decided, however long that takes. */
readonly status: MintStatus;
readonly user_id: number;
readonly try: number;
};

/** In the answer of `retryBroadcast`. */
export type RetriedNotificationJob = {
readonly id: number;
readonly type: JobType;
/** The quest of a reminder. */
readonly quest_id: number | null;
readonly title: string;
readonly body: string;
/** By language tag. */
readonly translations: Readonly<Record<string, {
readonly title: string;
readonly body: string;
}>>;
readonly action_url: string | null;
readonly start: Target | null;
readonly audience: KeptAudience;
readonly channels: readonly Channel[];
readonly status: JobStatus;
/** Null for a key of a machine or of `ADMIN_API_KEY`. */
readonly author: {
readonly id: number;
readonly name: string;
} | null;
/** Why nothing was sent. `too_late`: no worker started it in time. `quest_over`: the quest of the reminder was hidden or over. `restored`: the database was restored from a backup in which it was due or running. */
readonly failure_reason: string | null;
/** Null for a draft that starts as soon as it is scheduled. */
readonly scheduled_at: string | null;
readonly started_at: string | null;
readonly finished_at: string | null;
/** The number of recipients. It grows while a started job adds them. */
readonly total: number;
/** When its messages were withdrawn. One that was running is `cancelled` since. */
readonly recalled_at: string | null;
/** Raised by each edit of the organizers. The `ETag` is `"<id>.<version>"`. */
readonly version: number;
readonly created_at: string;
/** The number of messages that were queued again. */
readonly retried: number;
};

/** In `PersonalData`, `QuestProgress`, `RegistrationRequest` and 5 more. */
export type ReviewStatus = "pending" | "approved" | "rejected";

/** In `ReviewedTaskPage`, the answer of `approveQuestTask`, the answer of `rejectQuestTask` and 1 more. */
export type ReviewedTask = {
readonly user_quest_task_id: number;
readonly quest_id: number;
readonly user: QuestPerson;
readonly task: {
readonly id: number;
readonly title: string;
readonly type: TaskType;
readonly points: number;
};
readonly status: ReviewStatus;
readonly source: SubmissionSource;
/** Plain text: never show it as HTML or Markdown. */
readonly text: string | null;
/** Opened by `GET /admin/media/:id/url`. */
readonly media_id: number | null;
readonly option_ids: readonly string[] | null;
/** The number of times that the user sent it. */
readonly submissions: number;
/** The number of earlier rejections. */
readonly rejections: number;
readonly submitted_at: string;
readonly decided_at: string | null;
/** The reason of the rejection. */
readonly reason: string | null;
};

/** In the answer of `listPendingQuestTasks`. */
export type ReviewedTaskPage = {
readonly data: readonly ReviewedTask[];
readonly pagination: CursorPagination;
};

/** In `QuestSubmissionReview`. */
export type Reviewer = {
/** null for a key of a machine or of the settings. */
readonly administrator: {
readonly id: number;
readonly name: string;
} | null;
/** The id of the key, never the key itself; null for an operator at a console. */
readonly key: string | null;
};

/** In `RoomPage`, the answer of `createRoom`, the answer of `updateRoom`. */
export type Room = {
readonly id: number;
readonly name: string;
/** The order of the organizers. */
readonly position: number;
/** As `#3366cc`. */
readonly color: string | null;
/** The number of people in the room; null if unknown. */
readonly capacity: number | null;
};

/** Updates the given fields; `null` clears one. */
export type RoomChange = {
/** Unique within the conference; case and repeated spaces do not count. */
readonly name?: string;
/** The number of people in the room; null if unknown. */
readonly capacity?: number | null;
/** As `#3366cc`. */
readonly color?: string | null;
/** Whether people are notified of a new name of their room. True by default. */
readonly notify?: boolean;
};

/** In the answer of `listRooms`. */
export type RoomPage = {
readonly data: readonly Room[];
readonly pagination: Pagination;
};

/** In the answer of `getCheckInRoster`, the answer of `getEventCheckInRoster`. */
export type Roster = {
/** The key of `code`, 32 bytes in base64url. Each API key and each session has its own for each conference and event. */
readonly key: string;
/** `true`: delete all rows from the device before you add these. Also for a cursor of another session, and after a rotation of secrets. */
readonly starts_over: boolean;
/** `true`: the event or the conference is cancelled, so treat each row as `ask`. */
readonly is_cancelled: boolean;
/** New and changed attendees, by id. */
readonly rows: readonly ({
/** The id of the user, for the `user_id` of a check-in. */
readonly id: number;
readonly name: string;
readonly ticket_type: string | null;
/** `expected`: let them in. `in`: has checked in before. `waitlisted`: has no seat. `ask`: do not decide offline, because the account is blocked, or an import named the attendee by username only, so compare the name with an identity card. */
readonly status: "in" | "expected" | "waitlisted" | "ask";
/** The first 5 bytes of HMAC-SHA-256 under `key`, in base64url without padding, of the ticket code in upper case without whitespace. null without a ticket. */
readonly code: string | null;
})[];
/** Ids of attendees to delete from the device. Ignore those that it does not have. */
readonly gone: readonly number[];
/** New and changed guests without an account, by id, after all attendees. */
readonly guests: readonly ({
/** For the `invitation_id` of a check-in. */
readonly invitation_id: number;
/** The attendee who claimed the seat of this guest: decide by their row in `rows`. */
readonly user_id: number | null;
readonly name: string | null;
readonly ticket_type: string | null;
/** As of an attendee; null with a `user_id`. */
readonly status: "in" | "expected" | "waitlisted" | null;
/** As of an attendee, of the code on the badge of the guest. */
readonly code: string | null;
})[];
/** `invitation_id`s of guests to delete from the device, like `gone`. */
readonly gone_guests: readonly number[];
/** `true`: request the next page at once; the device does not have all rows yet. */
readonly has_more: boolean;
/** For the next request, now or hours later. */
readonly cursor: string;
};

/** In the answer of `rotateApiKey`. */
export type RotatedApiKey = {
readonly id: number;
/** Part of its secrets, and its name in the audit log. */
readonly public_id: string;
readonly name: string;
/** `disabled`: its administrator is. */
readonly status: KeyStatus;
/** `null` for a key of a machine. */
readonly administrator: {
readonly id: number;
readonly name: string;
} | null;
readonly scopes: readonly string[];
readonly conference_ids: readonly number[] | null;
readonly allowed_networks: readonly string[] | null;
readonly expires_at: string | null;
readonly revoked_at: string | null;
/** The administrator who created it. */
readonly created_by: number | null;
readonly created_at: string;
/** Exact to a minute. */
readonly last_used_at: string | null;
readonly last_used_ip: string | null;
readonly old_secret_valid_until: string;
/** For `X-API-Key`. Only this answer shows it. */
readonly secret: string;
};

/** In the answer of `streamChanges`. */
export type RowChange = {
/** Null for what belongs to no conference. */
readonly conference_id: number | null;
/** The changed rows, at most 50. Absent in the event `refresh`. */
readonly ids?: readonly number[];
readonly count?: number;
/** Only when `count` is more than the ids. */
readonly truncated?: true;
};

/** In `SheetDryRun`, `SheetJob`, `AttendeeImportResult` and 2 more. */
export type RowError = {
/** The row of the file, whose header is row 1; in a JSON list, counted from 1. */
readonly row: number;
/** null for the row as a whole. */
readonly field: string | null;
readonly error: string;
/** For programs, as `too_long`; more can come. */
readonly code: string;
/** What the sentence says, as `max`. */
readonly params: Readonly<Record<string, string | number | readonly (string | number)[]>>;
};

/** The organizers gave or took your seat, or your place on the waitlist, at an event (`event_id`) or a conference (`conference_id`). An invitation that you claim by signing in sends this notification, too. */
export type SeatNotification = {
readonly id: number;
readonly title: string;
readonly body: string;
/** The URL that a click opens. */
readonly action_url: string | null;
/** The page of the mini app that a click opens where there is no `action_url`. It can be hidden from you by now. */
readonly start: Target | null;
readonly created_at: string;
/** When you first clicked it. */
readonly clicked_at: string | null;
readonly dismissed_at: string | null;
readonly type: "seat_given" | "seat_taken";
readonly data: {
readonly event_id?: number;
readonly conference_id?: number;
/** Only if invitations to several conferences were claimed at once: all of them, in the order in which they start. `conference_id` is the first. */
readonly conference_ids?: readonly number[];
/** Your new status; `none` if you were removed. */
readonly status: OwnAttendanceStatus;
};
};

/** In `EventTicket`, `ConferenceTicket`, `TaskConfig` and 2 more. */
export type SeatedStatus = "registered" | "checked_in";

/** In the body of `rotateQuestSecret`. */
export type SecretRotation = {
/** Ends the previous secret at once, instead of after 24 hours. */
readonly revoke?: boolean;
};

/** In the answer of `markNotificationsSeen`. */
export type SeenNotifications = {
/** Never moves back, and never past the newest notification in the inbox; 0 if none was seen. */
readonly up_to_id: number;
/** Unread notifications that you have not marked as seen. */
readonly unseen_count: number;
};

/** In the answer of `getSending`, the answer of `setSending`. */
export type Sending = {
readonly paused: boolean;
readonly paused_at: string | null;
readonly until: string | null;
/** Null while nothing is paused. */
readonly scope: "all" | "broadcasts" | null;
readonly reason: string | null;
/** For how long the messenger itself wants no messages. */
readonly wait_ms: number;
/** Messages that could be sent now. */
readonly due: number;
readonly later: number;
/** Reminders of sessions that were skipped in the last 24 hours: their turn came after the start. */
readonly outdated_reminders: number;
/** Broadcasts and reminders that are being sent. */
readonly running_jobs: number;
readonly scheduled_jobs: number;
};

/** In the body of `setSending`. */
export type SendingRequest = {
readonly paused: boolean;
/** Resumes by itself then. Without it, until it is resumed. */
readonly until?: string | null;
/** `broadcasts` holds back messages of broadcasts and reminders only. */
readonly scope?: "all" | "broadcasts";
/** Shown to other operators. */
readonly reason?: string | null;
};

/** In the answer of `signIn`, the answer of `refreshToken`. */
export type Session = {
readonly token: string;
readonly token_type: "Bearer";
/** The lifetime in seconds. */
readonly expires_in: number;
readonly expires_at: string;
/** The start parameter of the mini app, from its launch data. */
readonly start_param?: string;
/** What the start parameter of the launch data opens; null without one of ours, and after a refresh. Your own notification is marked as clicked. */
readonly start: OpenedStart | null;
readonly user: OwnProfile;
};

/** What you keep or have a seat at begins soon, all in the same minute. The messenger alone delivers it: it is in no inbox. */
export type SessionReminder = {
readonly id: number;
readonly title: string;
readonly body: string;
/** The URL that a click opens. */
readonly action_url: string | null;
/** The page of the mini app that a click opens where there is no `action_url`. It can be hidden from you by now. */
readonly start: Target | null;
readonly created_at: string;
/** When you first clicked it. */
readonly clicked_at: string | null;
readonly dismissed_at: string | null;
readonly type: "session_reminder";
readonly data: {
readonly sessions: readonly ({
readonly event_id: number | null;
readonly agenda_item_id: number | null;
})[];
};
};

/** In the answer of `sendSpreadsheetBroadcast`. */
export type SheetDryRun = {
readonly dry_run: true;
readonly count: number;
/** The number of users each channel reaches; 0 for a channel that was not requested. */
readonly recipients: {
readonly in_app: number;
readonly messenger: number;
};
readonly samples: readonly {
readonly user_id: number;
readonly title: string;
readonly body: string;
}[];
/** Only with `translations`: how many recipients get which text, and one sample of each. */
readonly languages?: readonly ({
/** Null for `title` and `body` themselves. */
readonly language: string | null;
readonly count: number;
/** Null without recipients. */
readonly sample: {
readonly user_id: number;
readonly title: string;
readonly body: string;
} | null;
})[];
readonly sheet: {
/** The sum of `matched` and `failed`. */
readonly total: number;
/** The rows whose users are recipients. */
readonly matched: number;
readonly failed: number;
/** The first 1,000 errors. */
readonly errors: readonly RowError[];
/** Columns whose names cannot be template variables. */
readonly ignored_columns: readonly string[];
readonly warnings: readonly string[];
/** As `warnings`, each with what it means to a program. */
readonly remarks: readonly ({
readonly message: string;
/** For programs, as `too_long`; more can come. */
readonly code: string;
/** What the sentence says, as `max`. */
readonly params: Readonly<Record<string, string | number | readonly (string | number)[]>>;
})[];
};
};

/** In the answer of `sendSpreadsheetBroadcast`. */
export type SheetJob = {
readonly id: number;
readonly type: JobType;
/** The quest of a reminder. */
readonly quest_id: number | null;
readonly title: string;
readonly body: string;
/** By language tag. */
readonly translations: Readonly<Record<string, {
readonly title: string;
readonly body: string;
}>>;
readonly action_url: string | null;
readonly start: Target | null;
readonly audience: KeptAudience;
readonly channels: readonly Channel[];
readonly status: JobStatus;
/** Null for a key of a machine or of `ADMIN_API_KEY`. */
readonly author: {
readonly id: number;
readonly name: string;
} | null;
/** Why nothing was sent. `too_late`: no worker started it in time. `quest_over`: the quest of the reminder was hidden or over. `restored`: the database was restored from a backup in which it was due or running. */
readonly failure_reason: string | null;
/** Null for a draft that starts as soon as it is scheduled. */
readonly scheduled_at: string | null;
readonly started_at: string | null;
readonly finished_at: string | null;
/** The number of recipients. It grows while a started job adds them. */
readonly total: number;
/** When its messages were withdrawn. One that was running is `cancelled` since. */
readonly recalled_at: string | null;
/** Raised by each edit of the organizers. The `ETag` is `"<id>.<version>"`. */
readonly version: number;
readonly created_at: string;
readonly sheet: {
/** The sum of `matched` and `failed`. */
readonly total: number;
/** The rows whose users are recipients. */
readonly matched: number;
readonly failed: number;
/** The first 1,000 errors. */
readonly errors: readonly RowError[];
/** Columns whose names cannot be template variables. */
readonly ignored_columns: readonly string[];
readonly warnings: readonly string[];
/** As `warnings`, each with what it means to a program. */
readonly remarks: readonly ({
readonly message: string;
/** For programs, as `too_long`; more can come. */
readonly code: string;
/** What the sentence says, as `max`. */
readonly params: Readonly<Record<string, string | number | readonly (string | number)[]>>;
})[];
};
};

/** A form with a .csv or .xlsx file whose first row names the columns. `user_id`, `messenger_id` or `username` identifies the user of a row; with several, the first of these counts. Any other column, such as `Shoe size`, is a template variable: `{{shoe_size}}`. A non-empty cell takes precedence over a built-in variable of the same name. */
export type SheetSend = {
/** A template. */
readonly title: string;
/** A template. */
readonly body: string;
/** By BCP 47 language tag: a recipient gets the text whose tag is theirs, or the longest part of theirs (`de` serves `de-AT`), and else `title` and `body`. */
readonly translations?: Readonly<Record<string, {
/** A template. */
readonly title: string;
/** A template. */
readonly body: string;
}>>;
readonly action_url?: string;
/** The page of the mini app that a click opens, in place of an `action_url`. */
readonly start?: TargetInput | null;
/** Repeated fields or a comma-separated list. Without it, both channels. */
readonly channels?: readonly Channel[];
/** Without it, the broadcast starts at once. */
readonly scheduled_at?: string;
/** Counts and renders; stores and sends nothing. */
readonly dry_run?: boolean;
};

/** Updates the given fields; `null` clears one. */
export type SideEventChange = {
readonly conference_id?: number | null;
readonly title?: string;
/** After `starts_at`. */
readonly ends_at?: string;
readonly timezone?: string;
readonly url?: string | null;
/** null for no limit. */
readonly capacity?: number | null;
readonly image_url?: string | null;
readonly description?: string;
/** A time in the future. */
readonly starts_at?: string;
readonly venue?: {
readonly name?: string | null;
readonly address?: string | null;
readonly latitude?: number | null;
readonly longitude?: number | null;
};
/** Your contact for this request; only administrators see it. */
readonly contact?: string | null;
};

/** In the body of `requestSideEvent`. */
export type SideEventRequest = {
readonly conference_id?: number | null;
readonly title: string;
/** After `starts_at`. */
readonly ends_at: string;
readonly timezone: string;
readonly url?: string | null;
/** null for no limit. */
readonly capacity?: number | null;
readonly image_url?: string | null;
readonly description: string;
/** A time in the future. */
readonly starts_at: string;
readonly venue: {
readonly name: string;
readonly address?: string | null;
readonly latitude?: number | null;
readonly longitude?: number | null;
};
/** Your contact for this request; only administrators see it. */
readonly contact?: string | null;
};

/** In the answer of `createSignInCode`. */
export type SignInCode = {
/** For `POST /admin/session`, once. Never the secret of the key. */
readonly code: string;
/** In 10 minutes. */
readonly expires_at: string;
};

/** In the answer of `signOut`. */
export type SignedOut = {
/** Tokens issued up to this second are invalid. */
readonly signed_out_at: string;
};

/** In `Socials`. */
export type SocialLink = {
readonly handle: string;
/** null if the platform has no profile pages. */
readonly url: string | null;
};

/** In `Profile`, `OwnProfile`, `MessengerProfile` and 11 more. */
export type Socials = {
readonly x?: SocialLink;
readonly linkedin?: SocialLink;
readonly github?: SocialLink;
readonly instagram?: SocialLink;
readonly facebook?: SocialLink;
readonly youtube?: SocialLink;
readonly tiktok?: SocialLink;
readonly discord?: SocialLink;
readonly farcaster?: SocialLink;
readonly website?: SocialLink;
};

/** Replaces all social links: platforms that are absent or null are removed. */
export type SocialsChange = {
readonly x?: string | null;
readonly linkedin?: string | null;
readonly github?: string | null;
readonly instagram?: string | null;
readonly facebook?: string | null;
readonly youtube?: string | null;
readonly tiktok?: string | null;
readonly discord?: string | null;
readonly farcaster?: string | null;
readonly website?: string | null;
};

/** In `PersonalData`, `SpeakerPage`, the answer of `getSpeaker`. */
export type Speaker = {
readonly id: number;
readonly slug: string;
readonly name: string;
readonly title: string | null;
readonly company: string | null;
readonly bio: string | null;
readonly photo_url: string | null;
readonly is_featured: boolean;
readonly socials: Socials;
/** The speaker’s user account; null if they have none. */
readonly user_id: number | null;
/** Only administrators see drafts. */
readonly status: SpeakerStatus;
readonly created_at: string;
readonly updated_at: string;
};

/** Updates the given fields; `null` clears one. `socials` is replaced as a whole. */
export type SpeakerChange = {
readonly slug?: string;
readonly name?: string;
readonly title?: string | null;
readonly company?: string | null;
readonly bio?: string | null;
readonly photo_url?: string | null;
readonly is_featured?: boolean;
readonly socials?: SocialsChange | null;
/** The speaker’s user account. It is public. */
readonly user_id?: number | null;
/** Default: `draft` with a draft conference, else `published`. A draft is published with the first of their conferences. A published speaker stays public until you set `draft`, or until all their conferences are drafts again. */
readonly status?: SpeakerStatus;
};

/** In the body of `updateSpeakerConference`. */
export type SpeakerMapping = {
readonly conference_id: number;
/** The position in the lineup. If omitted, it stays, or is 0 for a new speaker. 0 to 1000000. */
readonly position?: number;
/** `true` removes the speaker from the lineup. */
readonly remove?: boolean;
};

/** In the body of `mergeSpeakers`. */
export type SpeakerMerge = {
/** The speaker who stays. */
readonly into: number;
};

/** In the answer of `listSpeakers`, the answer of `listConferenceSpeakers`, the answer of `listFeaturedSpeakers`. */
export type SpeakerPage = {
readonly data: readonly Speaker[];
readonly pagination: Pagination;
/** Send it as the next `updated_since`. The ETag ignores it: after 304, keep the older one. */
readonly as_of: string;
/** Only with `updated_since`: ids that may have left this list. */
readonly gone?: readonly number[];
};

/** In the answer of `getSpeakerProfile`. */
export type SpeakerProfile = {
readonly id: number;
readonly slug: string;
readonly name: string;
readonly title: string | null;
readonly company: string | null;
readonly bio: string | null;
readonly photo_url: string | null;
readonly is_featured: boolean;
readonly socials: Socials;
/** The speaker’s user account; null if they have none. */
readonly user_id: number | null;
/** Only administrators see drafts. */
readonly status: SpeakerStatus;
readonly created_at: string;
readonly updated_at: string;
/** Sorted by start. */
readonly talks: readonly ({
readonly id: number;
readonly conference_id: number;
readonly title: string;
readonly kind: AgendaKind;
readonly starts_at: string;
readonly ends_at: string;
readonly status: AgendaStatus;
readonly track: string | null;
readonly room: string | null;
})[];
/** Sorted by start. */
readonly conferences: readonly {
readonly id: number;
readonly slug: string;
readonly name: string;
readonly starts_on: string;
/** The last day, in the time zone of the conference. */
readonly ends_on: string;
}[];
};

/** In the answer of `getSpeakerSocials`. */
export type SpeakerSocials = {
readonly slug: string;
readonly name: string;
readonly socials: Socials;
};

/** In `Speaker`, `SpeakerProfile`, `AdminSpeaker` and 3 more. */
export type SpeakerStatus = "draft" | "published";

/** In the answer of `getStart`. */
export type Start = {
/** Null for a foreign parameter. */
readonly start: OpenedStart | null;
};

/** In the answer of `createStreamTicket`. */
export type StreamTicket = {
readonly ticket: string;
readonly expires_at: string;
};

/** In `PersonalData`, `ReviewedTask`, `QuestSubmissionReview` and 1 more. */
export type SubmissionSource = "self" | "public" | "signed" | "admin" | "worker";

/** In the parameters of `listAdminConferenceAttendees`, the parameters of `exportClaimLinks`, the parameters of `listAdminEventAttendees` and 2 more. */
export type TableFormat = "json" | "csv" | "xlsx";

/** In `ConnectionNotification`, `EventNotification`, `EventRejection` and 22 more. */
export type Target = {
readonly kind: "event" | "conference" | "agenda_item" | "user" | "quest" | "task" | "meeting";
readonly id: number;
};

/** In `NotificationDraft`, `TestMessage`, `OwnTestMessage` and 5 more. */
export type TargetInput = {
readonly kind: "event" | "conference" | "agenda_item" | "user" | "quest" | "task";
readonly id: number;
};

/** In the answer of `rotateTaskCode`. */
export type TaskCode = {
readonly code: string;
/** Opens the task in the mini app. Null without `MESSENGER_APP_URL`. */
readonly share_url: string | null;
/** `share_url`, or else the code, as a QR code in SVG. */
readonly qr_svg: string;
};

/** In the answer of `completeTaskByCall`. */
export type TaskCompleted = {
readonly task_id: number;
/** `pending` until an administrator decides. */
readonly status: ImportedEventStatus;
};

/** In the answer of `completeTask`. */
export type TaskCompletion = {
readonly task_id: number;
readonly user_quest_task_id: number;
/** `pending` until an administrator has decided. */
readonly status: "pending" | "approved";
/** Points awarded by this request: 0 if the task was already approved. */
readonly points_awarded: number;
readonly quest: QuestProgress;
};

/** Requires either `messenger_id` or `ticket`. */
export type TaskCompletionCall = {
readonly task_id: number;
/** The id of the person in the messenger. */
readonly messenger_id?: number;
/** The code of the person's ticket for an event or a conference, as on their badge. */
readonly ticket?: string;
/** The code of a `code` task, or a text for the administrators who decide. */
readonly proof?: string;
};

/** In the body of `completeTask`. */
export type TaskCompletionInput = {
readonly task_id: number;
/** The code of a `code` task. */
readonly answer?: string;
/** The text of a `text` task. */
readonly text?: string;
/** For a `photo` task: your image, uploaded with `purpose=proof`. */
readonly media_id?: number;
/** The chosen options of a `quiz`, or the one of a `poll`. */
readonly option_ids?: readonly string[];
};

/** The settings of the type. Codes and the correct options of a quiz are never part of it. */
export type TaskConfig = {
readonly url: string;
} | {
readonly min_length: number;
readonly max_length: number;
} | {
readonly options: readonly TaskOption[];
readonly multiple: boolean;
readonly max_tries: number;
} | {
readonly options: readonly TaskOption[];
readonly results: PollResultsAt;
} | {
readonly count: number;
/** `met`: only connections of users who met, by a meet code. Absent means `accepted`. */
readonly when?: "accepted" | "met";
} | {
readonly event_id: number;
/** `registered`: a seat is enough. */
readonly when: SeatedStatus;
} | {
readonly conference_id: number;
/** `registered`: a seat is enough. */
readonly when: SeatedStatus;
} | {
readonly fields: readonly ProfileTaskField[];
} | {

};

/** In `QuestTaskChange`. */
export type TaskConfigChange = {
readonly url?: string;
/** 1 by default. 0 to 4000. */
readonly min_length?: number;
/** 4,000 by default. 0 to 4000. */
readonly max_length?: number;
/** Secret. 4 to 32 letters, digits and hyphens; case and spaces do not count. Generated if absent. */
readonly code?: string;
readonly options?: readonly {
readonly id: string;
readonly label: string;
}[];
/** Whether users choose several options; `false` by default. */
readonly multiple?: boolean;
/** 3 by default. 1 to 100. */
readonly max_tries?: number;
/** Secret. A user must choose exactly these. */
readonly correct_option_ids?: readonly string[];
/** Who sees the results; `always` by default. */
readonly results?: PollResultsAt;
/** 1 to 100. */
readonly count?: number;
/** `accepted` and `met` for connections, `registered` and `checked_in` for seats. */
readonly when?: "registered" | "checked_in" | "accepted" | "met";
readonly event_id?: number;
/** That of the quest by default. */
readonly conference_id?: number;
readonly fields?: readonly ProfileTaskField[];
};

/** In `TaskConfig`. */
export type TaskOption = {
readonly id: string;
readonly label: string;
};

/** In `QuestProgress`. */
export type TaskProgress = {
readonly task_id: number;
readonly user_quest_task_id: number | null;
readonly status: "none" | "pending" | "approved" | "rejected";
/** The points that the task gave you. */
readonly points: number;
readonly text: string | null;
readonly media_id: number | null;
readonly option_ids: readonly string[] | null;
/** The reason of the rejection. */
readonly reason: string | null;
readonly submitted_at: string | null;
readonly decided_at: string | null;
/** The tries left in a quiz; null for the other types. */
readonly tries_left: number | null;
};

/** In the body of `rejectQuestRegistrationRequest`, the body of `rejectQuestTask`. */
export type TaskRejection = {
/** Sent to the user. */
readonly reason?: string | null;
};

/** In the body of `reopenQuestTask`. */
export type TaskReopening = {
/** A reason for the ledger of points, which the user can read. */
readonly reason: string;
};

/** In `AdminQuestTask`, `EditedQuestTask`, `QuestTask`. */
export type TaskState = "coming" | "open" | "closed";

/** In `ReviewedTask`, `QuestSubmissionReview`, `AdminQuestTask` and 3 more. */
export type TaskType = "link" | "text" | "photo" | "code" | "quiz" | "poll" | "connections" | "event_attendance" | "conference_registration" | "profile" | "external";

/** In `TemplateVariablePage`. */
export type TemplateVariable = {
readonly name: string;
readonly description: string;
readonly example: string;
};

/** In the answer of `listTemplateVariables`. */
export type TemplateVariablePage = {
readonly data: readonly TemplateVariable[];
readonly pagination: Pagination;
};

/** In the body of `testBroadcast`. */
export type TestMessage = {
readonly user_id?: number;
/** Of an existing user. Needs the scope `people:contacts`. */
readonly messenger_id?: number;
readonly title: string;
readonly body: string;
/** The URL that a click opens. */
readonly action_url?: string | null;
/** The page of the mini app that a click opens, in place of an `action_url`. */
readonly start?: TargetInput | null;
/** By BCP 47 language tag: a recipient gets the text whose tag is theirs, or the longest part of theirs (`de` serves `de-AT`), and else `title` and `body`. */
readonly translations?: Readonly<Record<string, {
/** A template. */
readonly title: string;
/** A template. */
readonly body: string;
}>>;
};

/** In `TrackPage`, the answer of `createTrack`, the answer of `updateTrack`. */
export type Track = {
readonly id: number;
readonly name: string;
/** The order of the organizers. */
readonly position: number;
/** As `#3366cc`. */
readonly color: string | null;
};

/** Updates the given fields; `null` clears one. */
export type TrackChange = {
/** Unique within the conference; case and repeated spaces do not count. */
readonly name?: string;
/** As `#3366cc`. */
readonly color?: string | null;
};

/** In the answer of `listTracks`. */
export type TrackPage = {
readonly data: readonly Track[];
readonly pagination: Pagination;
};

/** In `AgendaImportResult`, `CalendarReport`. */
export type UnusedRoom = {
readonly id: number;
readonly name: string;
};

/** In the body of `blockUser`, the body of `unblockUser`. */
export type UserBlock = {
/** For other administrators, in the audit log. */
readonly reason?: string;
};

/** A JSON list, or a form with a .csv or .xlsx file whose columns have the same names, in any letter case and with spaces or underscores: the header is found below titles and on any sheet. Interests in a cell are separated by `|`. A new user needs a `first_name`; an empty cell keeps the current value. */
export type UserImportRequest = {
/** Each row with messenger_id, first_name, last_name, username, language_code, headline, company, job_title, bio, interests. */
readonly users?: readonly unknown[];
};

/** In the answer of `listConferenceAttendees`, the answer of `listEventAttendees`, the answer of `listUsers` and 1 more. */
export type UserPage = {
readonly data: readonly Profile[];
readonly pagination: CursorPagination;
};

/** In the answer of `reportUser`. */
export type UserReport = {
readonly id: number;
readonly reported_id: number;
readonly reason: ReportReason;
readonly text: string | null;
readonly connection_id: number | null;
readonly created_at: string;
};

/** In the body of `reportUser`. */
export type UserReporting = {
readonly reason: ReportReason;
/** What happened, in your words. */
readonly text?: string | null;
/** Your connection or request with this user, whose message the report is about. */
readonly connection_id?: number | null;
};

/** Your attendances that are registered, waitlisted or checked in. Absent: those you cancelled or never had, and hidden quests. */
export type UserState = {
/** Attendances by event id. */
readonly events: Readonly<Record<string, Attendance>>;
/** Registrations by conference id. */
readonly conferences: Readonly<Record<string, Registration>>;
/** Your quests by quest id: those you take part in, and those you requested. */
readonly quests: Readonly<Record<string, QuestState>>;
/** Ids of the agenda items that you keep. */
readonly favorites: readonly number[];
/** Counts all types and all conferences. */
readonly unread_notifications: number;
};

/** In `EventChangeNotification`, `EventWithAttendance`, `Event` and 4 more. */
export type Venue = {
readonly name: string | null;
readonly address: string | null;
readonly latitude: number | null;
readonly longitude: number | null;
};

/** In `AdminQuestTask`, `EditedQuestTask`, `QuestTask`. */
export type Verification = "at_once" | "review" | "automatic" | "partner";

/** The organizers warn you about your behavior. */
export type WarningNotification = {
readonly id: number;
readonly title: string;
readonly body: string;
/** The URL that a click opens. */
readonly action_url: string | null;
/** The page of the mini app that a click opens where there is no `action_url`. It can be hidden from you by now. */
readonly start: Target | null;
readonly created_at: string;
/** When you first clicked it. */
readonly clicked_at: string | null;
readonly dismissed_at: string | null;
readonly type: "warning";
readonly data: {

};
};

/** In `WrittenNotifications`, the answer of `createNotification`, the answer of `testBroadcast` and 1 more. */
export type WrittenNotification = {
readonly id: number;
readonly user_id: number;
readonly type: "message";
readonly title: string;
readonly body: string;
readonly action_url: string | null;
readonly start: Target | null;
readonly data: {

};
readonly channels: readonly Channel[];
/** The messenger message; null without the channel `messenger`. It is `skipped` when the messenger cannot reach the user (`unreachable`), or the user has turned messages off (`disabled`) or muted organizers (`muted`). */
readonly delivery: {
readonly status: DeliveryStatus;
readonly reason: string | null;
} | null;
readonly created_at: string;
};

/** In the answer of `createNotifications`. */
export type WrittenNotifications = {
/** In the order of the request. */
readonly notifications: readonly WrittenNotification[];
};

/** Neither path nor query has parameters. */
export type NoParams = Readonly<Record<never, never>>;

/** What each operation takes and answers. */
export interface Operations {
  /** List administrators. */
  readonly listAdministrators: {
    readonly params: {
/** The number of the page, from 1. 1 to 10000000, 1 by default. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** Only those that are disabled, or are not. */
readonly is_disabled?: boolean | undefined;
};
    readonly body: undefined;
    readonly answer: AdministratorPage;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Create an administrator. */
  readonly createAdministrator: {
    readonly params: NoParams;
    readonly idempotencyKey: true;
    readonly body: NewAdministrator;
    readonly answer: Administrator;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "CONFLICT" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Update or disable an administrator. */
  readonly updateAdministrator: {
    readonly params: {
/** The id of the administrator. */
readonly id: number;
};
    readonly body: AdministratorChange | undefined;
    readonly answer: Administrator;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Create an agenda item. */
  readonly createAgendaItem: {
    readonly params: NoParams;
    readonly idempotencyKey: true;
    readonly body: NewAgendaItem;
    readonly answer: AdminAgendaItem;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Update many agenda items together. */
  readonly moveAgendaItems: {
    readonly params: NoParams;
    readonly idempotencyKey: true;
    readonly body: AgendaMoveRequest;
    readonly answer: MovedAgenda;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "DUPLICATE_SHIFT" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get an agenda item. */
  readonly getAgendaItem: {
    readonly params: {
/** The id of the agenda item. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: AdminAgendaItem;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Update an agenda item. */
  readonly updateAgendaItem: {
    readonly params: {
/** The id of the agenda item. */
readonly id: number;
/** `true`: answers as the change would, with `would_notify` and the current `version`, and changes nothing. */
readonly dry_run?: boolean | undefined;
};
    readonly ifMatch: true;
    readonly body: AgendaItemChange | undefined;
    readonly answer: ChangedAgendaItem;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
    readonly current: AdminAgendaItem;
  };
  /** Delete an agenda item. */
  readonly deleteAgendaItem: {
    readonly params: {
/** The id of the agenda item. */
readonly id: number;
/** Whether the attendees of the event and the users who keep the item are notified. */
readonly notify?: boolean | undefined;
};
    readonly ifMatch: true;
    readonly body: undefined;
    readonly answer: Deleted;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "PRECONDITION_FAILED" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
    readonly current: AdminAgendaItem;
  };
  /** List API keys. */
  readonly listApiKeys: {
    readonly params: {
/** The number of the page, from 1. 1 to 10000000, 1 by default. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** Only those of the administrator with this id. */
readonly administrator_id?: number | undefined;
/** Without it, all but the revoked keys. */
readonly status?: KeyStatus | undefined;
};
    readonly body: undefined;
    readonly answer: ApiKeyPage;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Create an API key. */
  readonly createApiKey: {
    readonly params: NoParams;
    readonly body: NewApiKey;
    readonly answer: IssuedApiKey;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Update what an API key may do. */
  readonly updateApiKey: {
    readonly params: {
/** The id of the API key. */
readonly id: number;
};
    readonly body: ApiKeyChange | undefined;
    readonly answer: ApiKey;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Delete an API key. */
  readonly revokeApiKey: {
    readonly params: {
/** The id of the API key. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: ApiKey;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Create a new secret of an API key. */
  readonly rotateApiKey: {
    readonly params: {
/** The id of the API key. */
readonly id: number;
};
    readonly body: ApiKeyRotation;
    readonly answer: RotatedApiKey;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Create a code that signs a phone in. */
  readonly createSignInCode: {
    readonly params: {
/** The id of the API key. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: SignInCode;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List or export changes by administrators. */
  readonly listAuditLog: {
    readonly params: {
/** The number of the page, from 1. 1 to 10000000. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** The `next_cursor` of the page before, for the page after it. */
readonly cursor?: string | undefined;
/** Ascending, or descending with `-`. Rows of an equal key are sorted by id. */
readonly sort?: IdOrder | undefined;
/** For example `event`. */
readonly subject_type?: string | undefined;
/** Only those of the subject with this id. */
readonly subject_id?: number | undefined;
/** Only those of the conference with this id. */
readonly conference_id?: number | undefined;
/** One or several, such as `event.update,event.delete`. */
readonly action?: string | undefined;
/** Only the changes of this `actor`, as the log has it. */
readonly actor?: string | undefined;
/** Only those of the administrator with this id. */
readonly administrator_id?: number | undefined;
/** The id of a key, for example `kg3q5w2a`. */
readonly key?: string | undefined;
/** Only what the request with this `X-Request-Id` did. */
readonly request_id?: string | undefined;
/** A time, or a day, which starts at 00:00 UTC. */
readonly from?: string | undefined;
/** A time, exclusive, or a day, inclusive, which ends at 24:00 UTC. */
readonly to?: string | undefined;
/** `csv` returns all rows in one file and ignores `page`, `limit` and `cursor`. */
readonly format?: "json" | "csv" | undefined;
};
    readonly body: undefined;
    readonly answer: AuditRowPage;
    readonly file: true;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Sign in an administrator with launch data. */
  readonly signInAdminByMessenger: {
    readonly params: NoParams;
    readonly body: AdminMessengerSignIn;
    readonly answer: AdminToken;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Sign in as an administrator. */
  readonly signInAdmin: {
    readonly params: NoParams;
    readonly body: AdminTokenRequest | undefined;
    readonly answer: AdminToken;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List all conferences. */
  readonly listAdminConferences: {
    readonly params: {
/** The number of the page, from 1. 1 to 10000000, 1 by default. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** Ascending, or descending with `-`. Rows of an equal key are sorted by id. */
readonly sort?: "id" | "-id" | "starts_on" | "-starts_on" | "name" | "-name" | undefined;
/** Only those with this status. */
readonly status?: ConferenceStatus | undefined;
/** `true`: only conferences that have not ended. */
readonly upcoming?: boolean | undefined;
/** `true`: only conferences that have ended. */
readonly past?: boolean | undefined;
/** Words in name, city or venue, or an id. Ignores accents and case. A word of one or two letters matches whole words and beginnings of words. Of more than five words the five longest count. If nothing matches, small typing errors in longer words are forgiven. */
readonly q?: string | undefined;
};
    readonly body: undefined;
    readonly answer: AdminConferencePage;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Create a conference. */
  readonly createConference: {
    readonly params: NoParams;
    readonly idempotencyKey: true;
    readonly body: NewConference;
    readonly answer: AdminConference;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "CONFLICT" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List the agenda items of a conference. */
  readonly listAgendaItems: {
    readonly params: {
/** The id of the conference. */
readonly conference_id: number;
/** The number of the page, from 1. 1 to 10000000, 1 by default. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 1000, 20 by default. */
readonly limit?: number | undefined;
/** Ascending, or descending with `-`. Rows of an equal key are sorted by id. */
readonly sort?: "starts_at" | "-starts_at" | "title" | "-title" | "track" | "-track" | "room" | "-room" | undefined;
/** Items that start on this day, in the time zone of the conference. */
readonly day?: string | undefined;
/** Only what is in the track of this name. */
readonly track?: string | undefined;
/** Only what is in the room of this name. */
readonly room?: string | undefined;
/** Only this kind. */
readonly kind?: AgendaKind | undefined;
/** An item is also `cancelled` while its event or conference is. */
readonly status?: AgendaStatus | undefined;
};
    readonly body: undefined;
    readonly answer: AdminAgendaItemPage;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Import agenda items and speakers of a conference. */
  readonly importAgenda: {
    readonly params: {
/** The id of the conference. */
readonly conference_id: number;
/** Only reports the result; nothing is stored or sent. */
readonly dry_run?: boolean | undefined;
/** Whether each person is notified, once, of the moved and cancelled items that they keep or whose events they attend. */
readonly notify?: boolean | undefined;
/** `cancel` cancels the absent items, unless a row failed. Send the whole programme then. An import that has them again revives them; a status that an administrator set stays. */
readonly absent?: "keep" | "cancel" | undefined;
};
    readonly idempotencyKey: true;
    readonly body: {
/** At most 33554432 bytes. */
readonly file: Blob;
} & AgendaImportRequest | AgendaImportRequest | undefined;
    readonly answer: AgendaImportResult;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Undo an attendee import. */
  readonly undoAttendeeImport: {
    readonly params: {
/** The id of the conference. */
readonly conference_id: number;
/** The id of the import. */
readonly import_id: string;
};
    readonly body: undefined;
    readonly answer: AttendeeImportUndone;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List or export the attendees, the waitlist and the invitations of a conference. */
  readonly listAdminConferenceAttendees: {
    readonly params: {
/** The id of the conference. */
readonly conference_id: number;
/** The number of the page, from 1. 1 to 10000000. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** The `next_cursor` of the page before, for the page after it. */
readonly cursor?: string | undefined;
/** Ascending, or descending with `-`. Rows of an equal key are sorted by id. A user who registers again after cancelling is further back. An attendee who has not arrived counts as the earliest. `name` is the first name and then the last name, and ignores case and accents; `company` ignores case. A missing value comes first. */
readonly sort?: "registered_at" | "-registered_at" | "checked_in_at" | "-checked_in_at" | "name" | "-name" | "company" | "-company" | "ticket_type" | "-ticket_type" | undefined;
/** `invited`: open invitations; `withdrawn`: withdrawn invitations, also of removed attendees; `all`: attendees and open invitations. Otherwise only attendees. Invitations are sorted by `registered_at` only. `claimed_by`, `is_blocked` and the times of check-in leave no invitation in the list. */
readonly status?: "registered" | "waitlisted" | "cancelled" | "checked_in" | "invited" | "withdrawn" | "all" | undefined;
/** Separated by commas. `guests` adds open invitations, as `status=all`. `ticket_code` adds the code that the door scans to each row with a seat. Such a list is an export: it needs the scope `attendees:export`, and the audit log records it. */
readonly include?: string | undefined;
/** Only those with this ticket type. */
readonly ticket_type?: string | undefined;
/** Attendees whom only a username, or a code, links to their import row. */
readonly claimed_by?: ClaimMark | undefined;
/** Words in name, company or username, an id of the service or the messenger, or the beginning of an `@username`. Without the scope `people:contacts` only words in name or company, or an id of the service. Ignores accents and case. A word of one or two letters matches whole words and beginnings of words. Of more than five words the five longest count. If nothing matches, small typing errors in longer words are forgiven. */
readonly q?: string | undefined;
/** `true` leaves out erased users. */
readonly is_blocked?: boolean | undefined;
/** Attendees who have checked in since this time, or day, which starts at 00:00 UTC. */
readonly checked_in_from?: string | undefined;
/** Attendees who have checked in before this time, or until the end of this day at 24:00 UTC. */
readonly checked_in_to?: string | undefined;
/** `csv` and `xlsx` return all rows in one file and ignore `page`, `limit` and `cursor`. */
readonly format?: TableFormat | undefined;
};
    readonly body: undefined;
    readonly answer: AdminConferenceAttendeePage;
    readonly file: true;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Register a user or a walk-in for a conference. */
  readonly addConferenceAttendee: {
    readonly params: {
/** The id of the conference. */
readonly conference_id: number;
};
    readonly idempotencyKey: true;
    readonly body: NewConferenceAttendee;
    readonly answer: AddedConferenceAttendee;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFERENCE_FULL" | "CONFERENCE_CANCELLED" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Update or delete many attendees and invitations of a conference. */
  readonly updateConferenceAttendees: {
    readonly params: {
/** The id of the conference. */
readonly conference_id: number;
};
    readonly idempotencyKey: true;
    readonly body: ConferenceAttendeesChange;
    readonly answer: AttendeesChanged;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Update the seat or ticket type of an attendee of a conference. */
  readonly updateConferenceAttendee: {
    readonly params: {
/** The id of the conference. */
readonly conference_id: number;
/** The id of the user. */
readonly user_id: number;
};
    readonly ifMatch: true;
    readonly body: ConferenceAttendeeChange | undefined;
    readonly answer: AdminConferenceAttendee;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFERENCE_FULL" | "CONFERENCE_CANCELLED" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
    readonly current: AdminConferenceAttendee;
  };
  /** Delete the registration of a user for a conference. */
  readonly removeConferenceAttendee: {
    readonly params: {
/** The id of the conference. */
readonly conference_id: number;
/** The id of the user. */
readonly user_id: number;
/** `false`: the user gets no notification. */
readonly notify?: boolean | undefined;
/** `true`: the wrong person claimed an invitation by username. The invitation reopens with its seat, and this user can never claim it again. */
readonly reopen?: boolean | undefined;
};
    readonly ifMatch: true;
    readonly body: undefined;
    readonly answer: Deleted;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "PRECONDITION_FAILED" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
    readonly current: AdminConferenceAttendee;
  };
  /** List the badges of a conference for printing. */
  readonly listBadges: {
    readonly params: {
/** The id of the conference. */
readonly conference_id: number;
/** `a6`: 105 x 148 mm. `label62`: a label of 62 x 100 mm. */
readonly layout?: "a6" | "label62" | undefined;
/** Only those with this ticket type. */
readonly ticket_type?: string | undefined;
/** Only who got a seat, a name or a ticket type after this time: the time that the last page shows. */
readonly since?: string | undefined;
/** Ids of users. */
readonly ids?: string | undefined;
/** Ids of invitations, also beside `ids`. */
readonly invitation_ids?: string | undefined;
/** Of the link to the next page. */
readonly cursor?: string | undefined;
};
    readonly body: undefined;
    readonly answer: undefined;
    readonly file: true;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Import attendees of a conference. */
  readonly importConferenceAttendees: {
    readonly params: {
/** The id of the conference. */
readonly conference_id: number;
/** Only reports the result; nothing is stored or sent. */
readonly dry_run?: boolean | undefined;
};
    readonly idempotencyKey: true;
    readonly body: {
/** At most 33554432 bytes. */
readonly file: Blob;
} & AttendeeImportRequest | AttendeeImportRequest | undefined;
    readonly answer: AttendeeImportResult;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFERENCE_CANCELLED" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Check in an attendee at a conference. */
  readonly checkInConferenceAttendee: {
    readonly params: {
/** The id of the conference. */
readonly conference_id: number;
};
    readonly body: ConferenceCheckInRequest;
    readonly answer: ConferenceCheckIn;
    readonly codes: "VALIDATION_ERROR" | "TICKET_INVALID" | "TICKET_OTHER_EVENT" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "NOT_REGISTERED" | "CONFERENCE_CANCELLED" | "WAITLISTED" | "ACCOUNT_BLOCKED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Undo a check-in at a conference. */
  readonly undoConferenceCheckIn: {
    readonly params: {
/** The id of the conference. */
readonly conference_id: number;
};
    readonly body: ConferenceCheckInUndoing;
    readonly answer: ConferenceCheckInUndone;
    readonly codes: "VALIDATION_ERROR" | "TICKET_INVALID" | "TICKET_OTHER_EVENT" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "NOT_REGISTERED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Check in many attendees at a conference. */
  readonly checkInConferenceAttendees: {
    readonly params: {
/** The id of the conference. */
readonly conference_id: number;
};
    readonly body: ConferenceScans;
    readonly answer: ConferenceCheckInBatch;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get the roster for a device at the door. */
  readonly getCheckInRoster: {
    readonly params: {
/** The id of the conference. */
readonly conference_id: number;
/** The most rows of a page, attendees and guests. 1 to 2000, 2000 by default. */
readonly limit?: number | undefined;
/** The `cursor` of the last answer. Without it, the roster starts over. */
readonly cursor?: string | undefined;
};
    readonly body: undefined;
    readonly answer: Roster;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List the people at the door who match a name. */
  readonly searchDoorPeople: {
    readonly params: {
/** The id of the conference. */
readonly conference_id: number;
/** Words in name or company, or an id. Nobody matches without it. Ignores accents and case. A word of one or two letters matches whole words and beginnings of words. Of more than five words the five longest count. If nothing matches, small typing errors in longer words are forgiven. */
readonly q?: string | undefined;
};
    readonly body: undefined;
    readonly answer: DoorPeople;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get the arrivals at a conference. */
  readonly getConferenceCheckInStats: {
    readonly params: {
/** The id of the conference. */
readonly conference_id: number;
};
    readonly body: undefined;
    readonly answer: CheckInStats;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List the recent check-ins at a conference. */
  readonly listConferenceCheckIns: {
    readonly params: {
/** The id of the conference. */
readonly conference_id: number;
/** The number of the page, from 1. 1 to 10000000. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** The `next_cursor` of the page before, for the page after it. */
readonly cursor?: string | undefined;
/** Ascending, or descending with `-`. Rows of an equal key are sorted by id. The scan of a device that was offline has the time of the scan. */
readonly sort?: "checked_in_at" | "-checked_in_at" | undefined;
/** `guests` adds guests without an account. */
readonly include?: string | undefined;
};
    readonly body: undefined;
    readonly answer: ConferenceRecentCheckInPage;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Export the claim links of guests. */
  readonly exportClaimLinks: {
    readonly params: {
/** The id of the conference. */
readonly conference_id: number;
/** Of the answer. An uploaded list is given back as `csv` or `xlsx`. */
readonly format?: TableFormat | undefined;
};
    readonly body: {
/** At most 33554432 bytes. */
readonly file: Blob;
} & ClaimLinksRequest | ClaimLinksRequest | undefined;
    readonly answer: ClaimLinksPage;
    readonly file: true;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Update an open invitation, or reopen a withdrawn one. */
  readonly updateInvitation: {
    readonly params: {
/** The id of the conference. */
readonly conference_id: number;
/** The id of the invitation. */
readonly invitation_id: number;
};
    readonly body: InvitationChange | undefined;
    readonly answer: AdminConferenceAttendee;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "CONFERENCE_CANCELLED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Cancel an open invitation. */
  readonly withdrawInvitation: {
    readonly params: {
/** The id of the conference. */
readonly conference_id: number;
/** The id of the invitation. */
readonly invitation_id: number;
/** Deletes all that is stored of the guest, except keyed hashes by which imports leave them out. */
readonly erase?: boolean | undefined;
};
    readonly body: undefined;
    readonly answer: Deleted;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List the rooms of a conference. */
  readonly listRooms: {
    readonly params: {
/** The id of the conference. */
readonly conference_id: number;
/** The number of the page, from 1. 1 to 10000000, 1 by default. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 1000, 20 by default. */
readonly limit?: number | undefined;
};
    readonly body: undefined;
    readonly answer: RoomPage;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Create a room. */
  readonly createRoom: {
    readonly params: {
/** The id of the conference. */
readonly conference_id: number;
};
    readonly idempotencyKey: true;
    readonly body: NewRoom;
    readonly answer: Room;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Set the order of the rooms of a conference. */
  readonly orderRooms: {
    readonly params: {
/** The id of the conference. */
readonly conference_id: number;
};
    readonly body: AgendaGroupOrder;
    readonly answer: Ordered;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Update a room. */
  readonly updateRoom: {
    readonly params: {
/** The id of the conference. */
readonly conference_id: number;
/** The id of the room. */
readonly id: number;
};
    readonly body: RoomChange | undefined;
    readonly answer: Room;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Delete a room. */
  readonly deleteRoom: {
    readonly params: {
/** The id of the conference. */
readonly conference_id: number;
/** The id of the room. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: Deleted;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Update the order of the lineup of a conference. */
  readonly orderSpeakers: {
    readonly params: {
/** The id of the conference. */
readonly conference_id: number;
};
    readonly body: LineupOrder;
    readonly answer: Lineup;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List the tracks of a conference. */
  readonly listTracks: {
    readonly params: {
/** The id of the conference. */
readonly conference_id: number;
/** The number of the page, from 1. 1 to 10000000, 1 by default. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 1000, 20 by default. */
readonly limit?: number | undefined;
};
    readonly body: undefined;
    readonly answer: TrackPage;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Create a track. */
  readonly createTrack: {
    readonly params: {
/** The id of the conference. */
readonly conference_id: number;
};
    readonly idempotencyKey: true;
    readonly body: NewTrack;
    readonly answer: Track;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Set the order of the tracks of a conference. */
  readonly orderTracks: {
    readonly params: {
/** The id of the conference. */
readonly conference_id: number;
};
    readonly body: AgendaGroupOrder;
    readonly answer: Ordered;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Update a track. */
  readonly updateTrack: {
    readonly params: {
/** The id of the conference. */
readonly conference_id: number;
/** The id of the track. */
readonly id: number;
};
    readonly body: TrackChange | undefined;
    readonly answer: Track;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Delete a track. */
  readonly deleteTrack: {
    readonly params: {
/** The id of the conference. */
readonly conference_id: number;
/** The id of the track. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: Deleted;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get a conference in any status. */
  readonly getAdminConference: {
    readonly params: {
/** The id of the conference. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: AdminConference;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Update, publish, cancel or archive a conference. */
  readonly updateConference: {
    readonly params: {
/** The id of the conference. */
readonly id: number;
/** `true`: answers as the change would, with `would_notify` and the current `version`, and changes nothing. */
readonly dry_run?: boolean | undefined;
};
    readonly ifMatch: true;
    readonly body: ConferenceChange | undefined;
    readonly answer: ChangedConference;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
    readonly current: AdminConference;
  };
  /** Delete a conference. */
  readonly deleteConference: {
    readonly params: {
/** The id of the conference. */
readonly id: number;
/** `true`: also delete its events, attendees, invitations and quests. */
readonly force?: boolean | undefined;
/** Whether attendees and users who keep agenda items are notified that a coming conference is over for them. */
readonly notify?: boolean | undefined;
};
    readonly ifMatch: true;
    readonly body: undefined;
    readonly answer: Deleted;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "PRECONDITION_FAILED" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
    readonly current: AdminConference;
  };
  /** Create a copy of a conference. */
  readonly duplicateConference: {
    readonly params: {
/** The id of the conference. */
readonly id: number;
};
    readonly idempotencyKey: true;
    readonly body: ConferenceCopyInput;
    readonly answer: ConferenceCopy;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get what is missing before a conference is published. */
  readonly getConferenceReadiness: {
    readonly params: {
/** The id of the conference. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: ConferenceReadiness;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get the numbers of a conference. */
  readonly getConferenceStats: {
    readonly params: {
/** The id of the conference. */
readonly id: number;
/** Adds a `series` of buckets of this length. */
readonly bucket?: "hour" | "5min" | undefined;
/** Default: a day before `to`. At most 400 buckets before `to`. The first bucket begins with a full hour, or 5 minutes, of the clock of the conference. */
readonly from?: string | undefined;
/** Default: now. The last bucket can end later. */
readonly to?: string | undefined;
};
    readonly body: undefined;
    readonly answer: ConferenceStats;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List enrichment jobs. */
  readonly listEnrichmentJobs: {
    readonly params: {
/** The number of the page, from 1. 1 to 10000000. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** The `next_cursor` of the page before, for the page after it. */
readonly cursor?: string | undefined;
/** Ascending, or descending with `-`. Rows of an equal key are sorted by id. */
readonly sort?: IdOrder | undefined;
/** Only those with this status. */
readonly status?: "running" | "completed" | undefined;
/** Only jobs that queued this user. */
readonly user_id?: number | undefined;
};
    readonly body: undefined;
    readonly answer: EnrichmentJobPage;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get the progress of an enrichment job. */
  readonly getEnrichmentJob: {
    readonly params: {
/** The id of the job. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: EnrichmentJob;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Create an enrichment of a user. */
  readonly generateEnrichment: {
    readonly params: {
/** The id of the user. */
readonly user_id: number;
};
    readonly idempotencyKey: true;
    readonly body: EnrichmentRequest | undefined;
    readonly answer: Enrichment | EnrichmentJobReceipt;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_KEY_IN_USE" | "ENRICHMENT_NOT_ALLOWED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get the enrichment of a user. */
  readonly getEnrichment: {
    readonly params: {
/** The id of the user. */
readonly user_id: number;
};
    readonly body: undefined;
    readonly answer: Enrichment;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Update a profile from its enrichment. */
  readonly syncEnrichment: {
    readonly params: {
/** The id of the user. */
readonly user_id: number;
};
    readonly body: undefined;
    readonly answer: Enrichment;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "ENRICHMENT_NOT_READY" | "ENRICHMENT_NOT_ALLOWED" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Create enrichments of many users. */
  readonly generateEnrichments: {
    readonly params: NoParams;
    readonly idempotencyKey: true;
    readonly body: EnrichmentsRequest;
    readonly answer: EnrichmentJobReceipt;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List all events. */
  readonly listAdminEvents: {
    readonly params: {
/** The number of the page, from 1. 1 to 10000000, 1 by default. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** Ascending, or descending with `-`. Rows of an equal key are sorted by id. `attendee_count` needs a `conference_id`. */
readonly sort?: "id" | "-id" | "starts_at" | "-starts_at" | "title" | "-title" | "created_at" | "-created_at" | "attendee_count" | "-attendee_count" | undefined;
/** Only those of the conference with this id. */
readonly conference_id?: number | undefined;
/** Only this kind. */
readonly kind?: EventKind | undefined;
/** Only those with this tag. */
readonly tag?: string | undefined;
/** Words in title, venue name or organizer, or an id. Ignores accents and case. A word of one or two letters matches whole words and beginnings of words. Of more than five words the five longest count. If nothing matches, small typing errors in longer words are forgiven. */
readonly q?: string | undefined;
/** Events that are running at this time or start later. A day starts in the time zone of the `conference_id`, else in UTC. */
readonly from?: string | undefined;
/** Events that start before this time, or before the end of this day, in the time zone of the `conference_id`, else in UTC. */
readonly to?: string | undefined;
/** `true`: only events that have not ended. */
readonly upcoming?: boolean | undefined;
/** Only those with this status. */
readonly status?: EventStatus | undefined;
/** Only those from this source. */
readonly source?: ApiEventSource | undefined;
/** `true`: only events with a free seat or without a limit; `false`: only full ones. */
readonly has_seats?: boolean | undefined;
/** Only side events that this user requested. */
readonly submitted_by?: number | undefined;
};
    readonly body: undefined;
    readonly answer: AdminEventPage;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Create an event. */
  readonly createEvent: {
    readonly params: NoParams;
    readonly idempotencyKey: true;
    readonly body: NewEvent;
    readonly answer: CheckedEvent;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Approve or reject many side events. */
  readonly reviewEvents: {
    readonly params: NoParams;
    readonly body: BulkEventReview;
    readonly answer: BulkDecided;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Import all events of an external calendar. */
  readonly importCalendar: {
    readonly params: {
/** The address of the calendar. Alternatively, upload a file. */
readonly url?: string | undefined;
/** The conference that the events belong to. */
readonly conference_id?: number | undefined;
/** The status of new events. Default: `approved`. */
readonly status?: ImportedEventStatus | undefined;
/** The time zone of times without one. */
readonly timezone?: string | undefined;
/** `false`: do not add new events of a conference to its agenda. Default: `true`. */
readonly agenda?: boolean | undefined;
/** `false`: attendees and users who keep agenda items get no notification of changes. Default: `true`, one for each person. */
readonly notify?: boolean | undefined;
/** `true`: only report what the import would do; nothing is stored or sent. Default: `false`. */
readonly dry_run?: boolean | undefined;
/** `cancel` cancels the absent approved events, unless an event cannot be read. Send the whole calendar then. An import that has them again revives them. Default: `keep`. */
readonly absent?: "keep" | "cancel" | undefined;
};
    readonly idempotencyKey: true;
    readonly body: {
/** At most 20971520 bytes. */
readonly file: Blob;
} & CalendarImport | CalendarImport | undefined;
    readonly answer: CalendarReport;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "UPSTREAM_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Import one event of an external calendar. */
  readonly importCalendarEvent: {
    readonly params: {
/** The address of the calendar. Alternatively, upload a file. */
readonly url?: string | undefined;
/** The conference that the events belong to. */
readonly conference_id?: number | undefined;
/** The status of new events. Default: `approved`. */
readonly status?: ImportedEventStatus | undefined;
/** The time zone of times without one. */
readonly timezone?: string | undefined;
/** `false`: do not add new events of a conference to its agenda. Default: `true`. */
readonly agenda?: boolean | undefined;
/** `false`: attendees and users who keep agenda items get no notification of changes. Default: `true`, one for each person. */
readonly notify?: boolean | undefined;
/** `true`: only report what the import would do; nothing is stored or sent. Default: `false`. */
readonly dry_run?: boolean | undefined;
/** The UID of the event, if the calendar has several. */
readonly uid?: string | undefined;
};
    readonly idempotencyKey: true;
    readonly body: {
/** At most 20971520 bytes. */
readonly file: Blob;
} & EventImport | EventImport | undefined;
    readonly answer: EventImported;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "UPSTREAM_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List pending side events. */
  readonly listPendingEvents: {
    readonly params: {
/** The number of the page, from 1. 1 to 10000000, 1 by default. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** Ascending, or descending with `-`. Rows of an equal key are sorted by id. */
readonly sort?: "id" | "-id" | "starts_at" | "-starts_at" | "title" | "-title" | undefined;
/** Only those of the conference with this id. */
readonly conference_id?: number | undefined;
};
    readonly body: undefined;
    readonly answer: AdminEventPage;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get an event in any status. */
  readonly getAdminEvent: {
    readonly params: {
/** The id of the event. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: AdminEvent;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Update or cancel an event. */
  readonly updateEvent: {
    readonly params: {
/** The id of the event. */
readonly id: number;
/** `true`: answers as the change would, with `would_notify` and the current `version`, and changes nothing. */
readonly dry_run?: boolean | undefined;
};
    readonly ifMatch: true;
    readonly body: EventChange | undefined;
    readonly answer: ChangedEvent;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
    readonly current: AdminEvent;
  };
  /** Delete an event. */
  readonly deleteEvent: {
    readonly params: {
/** The id of the event. */
readonly id: number;
/** Whether attendees are notified. */
readonly notify?: boolean | undefined;
};
    readonly ifMatch: true;
    readonly body: undefined;
    readonly answer: Deleted;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "PRECONDITION_FAILED" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
    readonly current: AdminEvent;
  };
  /** Approve a side event. */
  readonly approveEvent: {
    readonly params: {
/** The id of the event. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: AdminEvent;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "CONFERENCE_CANCELLED" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List or export the attendees and the waitlist of an event. */
  readonly listAdminEventAttendees: {
    readonly params: {
/** The id of the event. */
readonly id: number;
/** The number of the page, from 1. 1 to 10000000. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** The `next_cursor` of the page before, for the page after it. */
readonly cursor?: string | undefined;
/** `ticket_code` adds the code that the door scans to each row with a seat. Such a list is an export: it needs the scope `attendees:export`, and the audit log records it. */
readonly include?: string | undefined;
/** Ascending, or descending with `-`. Rows of an equal key are sorted by id. A user who registers again after cancelling is further back. An attendee who has not arrived counts as the earliest. `name` is the first name and then the last name, and ignores case and accents; `company` ignores case. A missing value comes first. */
readonly sort?: "registered_at" | "-registered_at" | "checked_in_at" | "-checked_in_at" | "name" | "-name" | "company" | "-company" | undefined;
/** Only those with this status. */
readonly status?: AttendanceStatus | undefined;
/** Words in name, company or username, an id of the service or the messenger, or the beginning of an `@username`. Without the scope `people:contacts` only words in name or company, or an id of the service. Ignores accents and case. A word of one or two letters matches whole words and beginnings of words. Of more than five words the five longest count. If nothing matches, small typing errors in longer words are forgiven. */
readonly q?: string | undefined;
/** `true` leaves out erased users. */
readonly is_blocked?: boolean | undefined;
/** Attendees who have checked in since this time, or day, which starts at 00:00 UTC. */
readonly checked_in_from?: string | undefined;
/** Attendees who have checked in before this time, or until the end of this day at 24:00 UTC. */
readonly checked_in_to?: string | undefined;
/** `csv` and `xlsx` return all rows in one file and ignore `page`, `limit` and `cursor`. */
readonly format?: TableFormat | undefined;
};
    readonly body: undefined;
    readonly answer: AdminEventAttendeePage;
    readonly file: true;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Register a user for an event. */
  readonly addEventAttendee: {
    readonly params: {
/** The id of the event. */
readonly id: number;
};
    readonly idempotencyKey: true;
    readonly body: NewEventAttendee;
    readonly answer: AdminEventAttendee;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "EVENT_CANCELLED" | "EVENT_FULL" | "CONFERENCE_CANCELLED" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Update or delete many attendees of an event. */
  readonly updateEventAttendees: {
    readonly params: {
/** The id of the event. */
readonly id: number;
};
    readonly idempotencyKey: true;
    readonly body: EventAttendeesChange;
    readonly answer: AttendeesChanged;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Update the seat of an attendee of an event. */
  readonly updateEventAttendee: {
    readonly params: {
/** The id of the event. */
readonly id: number;
/** The id of the user. */
readonly user_id: number;
};
    readonly ifMatch: true;
    readonly body: EventAttendeeChange | undefined;
    readonly answer: AdminEventAttendee;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "EVENT_CANCELLED" | "EVENT_FULL" | "CONFERENCE_CANCELLED" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
    readonly current: AdminEventAttendee;
  };
  /** Delete the attendance of a user at an event. */
  readonly removeEventAttendee: {
    readonly params: {
/** The id of the event. */
readonly id: number;
/** The id of the user. */
readonly user_id: number;
/** `false`: the user gets no notification. */
readonly notify?: boolean | undefined;
};
    readonly ifMatch: true;
    readonly body: undefined;
    readonly answer: Deleted;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "PRECONDITION_FAILED" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
    readonly current: AdminEventAttendee;
  };
  /** Check in an attendee at an event. */
  readonly checkInEventAttendee: {
    readonly params: {
/** The id of the event. */
readonly id: number;
};
    readonly body: CheckInRequest;
    readonly answer: EventCheckIn;
    readonly codes: "VALIDATION_ERROR" | "TICKET_INVALID" | "TICKET_OTHER_EVENT" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "NOT_REGISTERED" | "EVENT_CANCELLED" | "WAITLISTED" | "ACCOUNT_BLOCKED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Undo a check-in at an event. */
  readonly undoEventCheckIn: {
    readonly params: {
/** The id of the event. */
readonly id: number;
};
    readonly body: CheckInUndoing;
    readonly answer: EventCheckInUndone;
    readonly codes: "VALIDATION_ERROR" | "TICKET_INVALID" | "TICKET_OTHER_EVENT" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "NOT_REGISTERED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Check in many attendees at an event. */
  readonly checkInEventAttendees: {
    readonly params: {
/** The id of the event. */
readonly id: number;
};
    readonly body: CheckInBatch;
    readonly answer: EventCheckInBatch;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get the roster for a device at the door of an event. */
  readonly getEventCheckInRoster: {
    readonly params: {
/** The id of the event. */
readonly id: number;
/** The most rows of a page, attendees and guests. 1 to 2000, 2000 by default. */
readonly limit?: number | undefined;
/** The `cursor` of the last answer. Without it, the roster starts over. */
readonly cursor?: string | undefined;
};
    readonly body: undefined;
    readonly answer: Roster;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get the arrivals at an event. */
  readonly getEventCheckInStats: {
    readonly params: {
/** The id of the event. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: CheckInStats;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List the recent check-ins at an event. */
  readonly listEventCheckIns: {
    readonly params: {
/** The id of the event. */
readonly id: number;
/** The number of the page, from 1. 1 to 10000000. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** The `next_cursor` of the page before, for the page after it. */
readonly cursor?: string | undefined;
/** Ascending, or descending with `-`. Rows of an equal key are sorted by id. The scan of a device that was offline has the time of the scan. */
readonly sort?: "checked_in_at" | "-checked_in_at" | undefined;
};
    readonly body: undefined;
    readonly answer: EventRecentCheckInPage;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Reject a side event. */
  readonly rejectEvent: {
    readonly params: {
/** The id of the event. */
readonly id: number;
};
    readonly body: Rejection | undefined;
    readonly answer: AdminEvent;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List or export feedback. */
  readonly listAdminFeedback: {
    readonly params: {
/** The number of the page, from 1. 1 to 10000000. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** The `next_cursor` of the page before, for the page after it. */
readonly cursor?: string | undefined;
/** Also feedback about its events and agenda items. */
readonly conference_id?: number | undefined;
/** Only those of the event with this id. */
readonly event_id?: number | undefined;
/** Only those of the agenda item with this id. */
readonly agenda_item_id?: number | undefined;
/** A time, or a day, which starts at 00:00 UTC. */
readonly from?: string | undefined;
/** A time, exclusive, or a day, inclusive, which ends at 24:00 UTC. */
readonly to?: string | undefined;
/** Ascending, or descending with `-`. Rows of an equal key are sorted by id. No rating counts as 0. */
readonly sort?: "created_at" | "-created_at" | "rating" | "-rating" | undefined;
/** Only those with this status. */
readonly status?: FeedbackStatus | undefined;
/** Only this number of stars. 1 to 5. */
readonly rating?: number | undefined;
/** Only this category. */
readonly category?: string | undefined;
/** Only those of the user with this id. */
readonly user_id?: number | undefined;
/** The message contains every word, or an id. Ignores accents and case. A word of one or two letters matches whole words and beginnings of words. Of more than five words the five longest count. */
readonly q?: string | undefined;
/** `csv` and `xlsx` return all rows in one file and ignore `page`, `limit` and `cursor`. */
readonly format?: TableFormat | undefined;
};
    readonly body: undefined;
    readonly answer: FeedbackPage;
    readonly file: true;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Update the status of much feedback. */
  readonly updateFeedbackStatuses: {
    readonly params: NoParams;
    readonly body: FeedbackStatuses;
    readonly answer: FeedbackResults;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get statistics of feedback. */
  readonly getFeedbackStatistics: {
    readonly params: {
/** Also feedback about its events and agenda items. */
readonly conference_id?: number | undefined;
/** Only those of the event with this id. */
readonly event_id?: number | undefined;
/** Only those of the agenda item with this id. */
readonly agenda_item_id?: number | undefined;
/** A time, or a day, which starts at 00:00 UTC. */
readonly from?: string | undefined;
/** A time, exclusive, or a day, inclusive, which ends at 24:00 UTC. */
readonly to?: string | undefined;
};
    readonly body: undefined;
    readonly answer: FeedbackStatistics;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Update the status or the note of feedback. */
  readonly updateFeedback: {
    readonly params: {
/** The id of the feedback. */
readonly id: number;
};
    readonly body: FeedbackChange | undefined;
    readonly answer: Feedback;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Upload an image for the programme. */
  readonly uploadAdminImage: {
    readonly params: NoParams;
    readonly idempotencyKey: true;
    readonly body: {
/** At most 10485760 bytes. */
readonly file: Blob;
};
    readonly answer: AdminMedia;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "UPSTREAM_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get a leaderboard with all users. */
  readonly getAdminLeaderboard: {
    readonly params: {
/** The number of the page, from 1. 1 to 10000000. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** The `next_cursor` of the page before, for the page after it. */
readonly cursor?: string | undefined;
/** Only points of this quest. */
readonly quest_id?: number | undefined;
/** Only points of this conference and its quests. Not together with `quest_id`. */
readonly conference_id?: number | undefined;
/** Days, and weeks from Monday, are those of the conference of the quest when the points were earned, else of UTC. */
readonly period?: "all" | "week" | "day" | undefined;
/** A day of the week, or the day; today by default. No effect with `period=all`. */
readonly date?: string | undefined;
};
    readonly body: undefined;
    readonly answer: AdminLeaderboardEntryPage;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get what my key may do. */
  readonly getOwnAccess: {
    readonly params: NoParams;
    readonly body: undefined;
    readonly answer: OwnAccess;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List images and videos. */
  readonly listAdminMedia: {
    readonly params: {
/** The number of the page, from 1. 1 to 10000000. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** The `next_cursor` of the page before, for the page after it. */
readonly cursor?: string | undefined;
/** Ascending, or descending with `-`. Rows of an equal key are sorted by id. */
readonly sort?: "id" | "-id" | "bytes" | "-bytes" | undefined;
/** Only those of the user with this id. */
readonly user_id?: number | undefined;
/** Only this kind. */
readonly kind?: MediaKind | undefined;
/** Only files that were uploaded for this purpose. */
readonly purpose?: MediaPurpose | undefined;
/** The files of users. Words in name, company or username, an id of the service or the messenger, or the beginning of an `@username`. Without the scope `people:contacts` only words in name or company, or an id of the service. Ignores accents and case. A word of one or two letters matches whole words and beginnings of words. Of more than five words the five longest count. If nothing matches, small typing errors in longer words are forgiven. */
readonly q?: string | undefined;
/** `true`: only files that no submission, profile, conference, event, quest or speaker shows; `false`: only the others. A public URL may also be used elsewhere. */
readonly unused?: boolean | undefined;
};
    readonly body: undefined;
    readonly answer: AdminMediaPage;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Delete many images and videos that nothing shows. */
  readonly deleteUnusedMedia: {
    readonly params: NoParams;
    readonly body: MediaDeletion;
    readonly answer: MediaDeleted;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get an image or video and what shows it. */
  readonly getAdminMedia: {
    readonly params: {
/** The id of the file. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: AdminMediaDetails;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Delete an image or video. */
  readonly deleteAdminMedia: {
    readonly params: {
/** The id of the file. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: Deleted;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get a URL of an image or video. */
  readonly getAdminMediaUrl: {
    readonly params: {
/** The id of the file. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: MediaUrl;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Send a notification to one user. */
  readonly createNotification: {
    readonly params: NoParams;
    readonly idempotencyKey: true;
    readonly body: NotificationDraft;
    readonly answer: WrittenNotification;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Send notifications to several users, each with its own text. */
  readonly createNotifications: {
    readonly params: NoParams;
    readonly idempotencyKey: true;
    readonly body: NotificationDrafts;
    readonly answer: WrittenNotifications;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Send a broadcast to an audience, now or at a time. */
  readonly sendBroadcast: {
    readonly params: {
/** Only reports the result; nothing is stored or sent. */
readonly dry_run?: boolean | undefined;
};
    readonly idempotencyKey: true;
    readonly body: BulkSend;
    readonly answer: DryRun | NotificationJob;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "DUPLICATE_BROADCAST" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Send a broadcast to the recipients in a spreadsheet. */
  readonly sendSpreadsheetBroadcast: {
    readonly params: {
/** Only reports the result; nothing is stored or sent. */
readonly dry_run?: boolean | undefined;
};
    readonly idempotencyKey: true;
    readonly body: {
/** At most 33554432 bytes. */
readonly file: Blob;
} & SheetSend | SheetSend;
    readonly answer: SheetDryRun | SheetJob;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List audience filters and the number of users each reaches. */
  readonly listAudienceFilters: {
    readonly params: NoParams;
    readonly body: undefined;
    readonly answer: FilterValues;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Create a draft of a broadcast. */
  readonly createBroadcastDraft: {
    readonly params: NoParams;
    readonly idempotencyKey: true;
    readonly body: BroadcastDraft;
    readonly answer: NotificationJob;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List broadcasts. */
  readonly listBroadcasts: {
    readonly params: {
/** The number of the page, from 1. 1 to 10000000, 1 by default. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** Ascending, or descending with `-`. Rows of an equal key are sorted by id. */
readonly sort?: "id" | "-id" | "scheduled_at" | "-scheduled_at" | undefined;
/** Only those with this status. */
readonly status?: JobStatus | undefined;
/** Only those whose whole audience is of this conference. */
readonly conference_id?: number | undefined;
/** Words in title or body, or an id. Ignores accents and case. A word of one or two letters matches whole words and beginnings of words. Of more than five words the five longest count. If nothing matches, small typing errors in longer words are forgiven. */
readonly q?: string | undefined;
};
    readonly body: undefined;
    readonly answer: NotificationJobPage;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get a broadcast. */
  readonly getBroadcast: {
    readonly params: {
/** The id of the broadcast. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: NotificationJob;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Update or send a broadcast that has not started. */
  readonly updateBroadcast: {
    readonly params: {
/** The id of the broadcast. */
readonly id: number;
};
    readonly ifMatch: true;
    readonly body: BroadcastEdit;
    readonly answer: NotificationJob;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "JOB_NOT_EDITABLE" | "DUPLICATE_BROADCAST" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
    readonly current: NotificationJob;
  };
  /** Delete a draft of a broadcast. */
  readonly deleteBroadcastDraft: {
    readonly params: {
/** The id of the broadcast. */
readonly id: number;
};
    readonly ifMatch: true;
    readonly body: undefined;
    readonly answer: Deleted;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "JOB_NOT_EDITABLE" | "PRECONDITION_FAILED" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
    readonly current: NotificationJob;
  };
  /** Cancel a broadcast. */
  readonly cancelBroadcast: {
    readonly params: {
/** The id of the broadcast. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: NotificationJob;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "JOB_NOT_CANCELLABLE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List the recipients of a broadcast and their delivery status. */
  readonly listBroadcastDeliveries: {
    readonly params: {
/** The id of the broadcast. */
readonly id: number;
/** The number of the page, from 1. 1 to 10000000. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** The `next_cursor` of the page before, for the page after it. */
readonly cursor?: string | undefined;
/** Ascending, or descending with `-`. Rows of an equal key are sorted by id. */
readonly sort?: "user_id" | "-user_id" | undefined;
/** Only those with this status. */
readonly status?: DeliveryStatus | undefined;
/** Of a recalled broadcast. */
readonly recall?: "pending" | "recalled" | "failed" | undefined;
/** Words in name, company or username, an id of the service or the messenger, or the beginning of an `@username`. Without the scope `people:contacts` only words in name or company, or an id of the service. Ignores accents and case. A word of one or two letters matches whole words and beginnings of words. Of more than five words the five longest count. If nothing matches, small typing errors in longer words are forgiven. */
readonly q?: string | undefined;
};
    readonly body: undefined;
    readonly answer: JobDeliveryPage;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Recall a broadcast. */
  readonly recallBroadcast: {
    readonly params: {
/** The id of the broadcast. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: NotificationJob;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "JOB_NOT_RECALLABLE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Reschedule a broadcast. */
  readonly rescheduleBroadcast: {
    readonly params: {
/** The id of the broadcast. */
readonly id: number;
};
    readonly ifMatch: true;
    readonly body: Rescheduling;
    readonly answer: NotificationJob;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "JOB_NOT_RESCHEDULABLE" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
    readonly current: NotificationJob;
  };
  /** Send the failed messages of a broadcast again. */
  readonly retryBroadcast: {
    readonly params: {
/** The id of the broadcast. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: RetriedNotificationJob;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "JOB_NOT_RETRYABLE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get delivery statistics of a broadcast. */
  readonly getBroadcastStats: {
    readonly params: {
/** The id of the broadcast. */
readonly id: number;
/** Adds the series of counts by minute. */
readonly bucket?: "minute" | undefined;
/** The first minute of the series; the start of the job by default. */
readonly from?: string | undefined;
};
    readonly body: undefined;
    readonly answer: JobStats;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Preview a broadcast and count its audience. */
  readonly previewBroadcast: {
    readonly params: NoParams;
    readonly body: JobPreviewRequest;
    readonly answer: JobPreview;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List the variables of message templates. */
  readonly listTemplateVariables: {
    readonly params: NoParams;
    readonly body: undefined;
    readonly answer: TemplateVariablePage;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Test a broadcast on one user. */
  readonly testBroadcast: {
    readonly params: NoParams;
    readonly idempotencyKey: true;
    readonly body: TestMessage;
    readonly answer: WrittenNotification;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Test a broadcast on myself. */
  readonly testBroadcastOnMe: {
    readonly params: NoParams;
    readonly idempotencyKey: true;
    readonly body: OwnTestMessage;
    readonly answer: WrittenNotification;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NO_CHAT" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List jobs of the queue. */
  readonly listQueuedJobs: {
    readonly params: {
/** The number of the page, from 1. 1 to 10000000. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** The `next_cursor` of the page before, for the page after it. */
readonly cursor?: string | undefined;
/** `late`: waiting, although due for more than a minute. */
readonly state?: "failed" | "active" | "late" | undefined;
};
    readonly body: undefined;
    readonly answer: QueuedJobPage;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Cancel a job. */
  readonly cancelQueuedJob: {
    readonly params: {
/** The id of the job. */
readonly id: string;
};
    readonly body: undefined;
    readonly answer: QueuedJob;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Start a failed job again. */
  readonly retryQueuedJob: {
    readonly params: {
/** The id of the job. */
readonly id: string;
};
    readonly body: undefined;
    readonly answer: QueuedJob;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get the state of the sending. */
  readonly getSending: {
    readonly params: NoParams;
    readonly body: undefined;
    readonly answer: Sending;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Update the sending of messages. */
  readonly setSending: {
    readonly params: NoParams;
    readonly body: SendingRequest;
    readonly answer: Sending;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List the accounts of users with the partner. */
  readonly listAdminPartnerAccounts: {
    readonly params: {
/** The number of the page, from 1. 1 to 10000000. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** The `next_cursor` of the page before, for the page after it. */
readonly cursor?: string | undefined;
/** Ascending, or descending with `-`. Rows of an equal key are sorted by id. */
readonly sort?: "user_id" | "-user_id" | undefined;
/** Only those with this status. */
readonly status?: "none" | "otp_sent" | "verified" | undefined;
/** Words in name, company or username, an id of the service or the messenger, or the beginning of an `@username`. Without the scope `people:contacts` only words in name or company, or an id of the service. Ignores accents and case. A word of one or two letters matches whole words and beginnings of words. Of more than five words the five longest count. If nothing matches, small typing errors in longer words are forgiven. */
readonly q?: string | undefined;
};
    readonly body: undefined;
    readonly answer: AdminPartnerAccountPage;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List mints. */
  readonly listAdminMints: {
    readonly params: {
/** The number of the page, from 1. 1 to 10000000. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** The `next_cursor` of the page before, for the page after it. */
readonly cursor?: string | undefined;
/** Ascending, or descending with `-`. Rows of an equal key are sorted by id. */
readonly sort?: IdOrder | undefined;
/** Only those with this status. */
readonly status?: MintStatus | undefined;
/** Only those that failed for this reason. */
readonly failure_reason?: MintFailure | undefined;
};
    readonly body: undefined;
    readonly answer: AdminMintPage;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Start another try of a failed mint. */
  readonly retryMint: {
    readonly params: {
/** The id of the mint. */
readonly id: number;
};
    readonly idempotencyKey: true;
    readonly body: undefined;
    readonly answer: RetriedMint;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_KEY_IN_USE" | "ALREADY_MINTED" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Create an adjustment of points. */
  readonly adjustPoints: {
    readonly params: NoParams;
    readonly idempotencyKey: true;
    readonly body: PointAdjustmentInput;
    readonly answer: PointAdjustment;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Test the totals of points. */
  readonly checkPoints: {
    readonly params: {
/** `true` also corrects what is wrong. */
readonly repair?: boolean | undefined;
};
    readonly body: undefined;
    readonly answer: PointsCheck;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List all quests. */
  readonly listAdminQuests: {
    readonly params: {
/** The number of the page, from 1. 1 to 10000000. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** The `next_cursor` of the page before, for the page after it. */
readonly cursor?: string | undefined;
/** Ascending, or descending with `-`. Rows of an equal key are sorted by id. */
readonly sort?: "id" | "-id" | "title" | "-title" | undefined;
/** Only those in this state; `all` for every state. */
readonly state?: "hidden" | "coming" | "running" | "ended" | "all" | undefined;
/** Only those of the conference with this id. */
readonly conference_id?: number | undefined;
/** Only those of the event with this id. */
readonly event_id?: number | undefined;
/** The title contains every word, or an id. Ignores accents and case. A word of one or two letters matches whole words and beginnings of words. Of more than five words the five longest count. */
readonly q?: string | undefined;
};
    readonly body: undefined;
    readonly answer: ListedQuestPage;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Create a quest. */
  readonly createQuest: {
    readonly params: NoParams;
    readonly idempotencyKey: true;
    readonly body: NewQuest;
    readonly answer: AdminQuestWithTasks;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List featured quests. */
  readonly listAdminFeaturedQuests: {
    readonly params: {
/** The number of the page, from 1. 1 to 10000000. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** The `next_cursor` of the page before, for the page after it. */
readonly cursor?: string | undefined;
/** Ascending, or descending with `-`. Rows of an equal key are sorted by id. */
readonly sort?: "id" | "-id" | "title" | "-title" | undefined;
};
    readonly body: undefined;
    readonly answer: ListedQuestPage;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List requests to take part in quests. */
  readonly listQuestRegistrationRequests: {
    readonly params: {
/** The number of the page, from 1. 1 to 10000000. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** The `next_cursor` of the page before, for the page after it. */
readonly cursor?: string | undefined;
/** Ascending, or descending with `-`. Rows of an equal key are sorted by id. */
readonly sort?: IdOrder | undefined;
/** Only those of the quest with this id. */
readonly quest_id?: number | undefined;
/** Only those with this status. */
readonly status?: ReviewStatus | undefined;
};
    readonly body: undefined;
    readonly answer: AdminRegistrationRequestPage;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Approve or reject many requests to take part in quests. */
  readonly decideQuestRegistrationRequests: {
    readonly params: NoParams;
    readonly body: BulkRegistrationDecision;
    readonly answer: BulkDecided;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Approve a request to take part in a quest. */
  readonly approveQuestRegistrationRequest: {
    readonly params: {
/** The id of the registration request. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: AdminRegistrationRequest;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "QUEST_FULL" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Reject a request to take part in a quest. */
  readonly rejectQuestRegistrationRequest: {
    readonly params: {
/** The id of the registration request. */
readonly id: number;
};
    readonly body: TaskRejection | undefined;
    readonly answer: AdminRegistrationRequest;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List the submissions of all quests for review. */
  readonly listQuestSubmissions: {
    readonly params: {
/** The number of the page, from 1. 1 to 10000000. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** The `next_cursor` of the page before, for the page after it. */
readonly cursor?: string | undefined;
/** Ascending, or descending with `-`. Rows of an equal key are sorted by id. By default, the submission that has waited longest comes first. */
readonly sort?: "status_since" | "-status_since" | undefined;
/** `pending` by default; with `reviewer`, `approved` and `rejected`. */
readonly status?: ReviewStatus | undefined;
/** Only those of the conference with this id. */
readonly conference_id?: number | undefined;
/** Only those of the quest with this id. */
readonly quest_id?: number | undefined;
/** Only those of the task with this id. */
readonly task_id?: number | undefined;
/** The id of the administrator who decided. */
readonly reviewer?: number | undefined;
};
    readonly body: undefined;
    readonly answer: QuestSubmissionReviewPage;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Approve or reject many tasks of users. */
  readonly reviewQuestTasks: {
    readonly params: NoParams;
    readonly body: BulkReview;
    readonly answer: BulkDecided;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Update a task of a quest. */
  readonly updateQuestTask: {
    readonly params: {
/** The id of the task. */
readonly id: number;
};
    readonly ifMatch: true;
    readonly body: QuestTaskChange | undefined;
    readonly answer: EditedQuestTask;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
    readonly current: AdminQuestTask;
  };
  /** Delete a task of a quest. */
  readonly deleteQuestTask: {
    readonly params: {
/** The id of the task. */
readonly id: number;
/** `take_back`: a worker reverses the points that were awarded for it. */
readonly points?: "keep" | "take_back" | undefined;
};
    readonly ifMatch: true;
    readonly body: undefined;
    readonly answer: QuestDeletion;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "PRECONDITION_FAILED" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
    readonly current: AdminQuestTask;
  };
  /** Rotate the code of a task. */
  readonly rotateTaskCode: {
    readonly params: {
/** The id of the task. */
readonly id: number;
};
    readonly body: CodeRotation | undefined;
    readonly answer: TaskCode;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Approve a task of a user. */
  readonly approveQuestTask: {
    readonly params: {
/** The id of the submission. */
readonly user_quest_task_id: number;
};
    readonly body: undefined;
    readonly answer: ReviewedTask;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Reject a task of a user. */
  readonly rejectQuestTask: {
    readonly params: {
/** The id of the submission. */
readonly user_quest_task_id: number;
};
    readonly body: TaskRejection | undefined;
    readonly answer: ReviewedTask;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Undo the decision on a task of a user. */
  readonly reopenQuestTask: {
    readonly params: {
/** The id of the submission. */
readonly user_quest_task_id: number;
};
    readonly body: TaskReopening;
    readonly answer: ReviewedTask;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get a quest in any state, with its tasks. */
  readonly getAdminQuest: {
    readonly params: {
/** The id of the quest. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: AdminQuestWithTasks;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Update a quest. */
  readonly updateQuest: {
    readonly params: {
/** The id of the quest. */
readonly id: number;
};
    readonly ifMatch: true;
    readonly body: QuestChange | undefined;
    readonly answer: AdminQuestWithTasks;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
    readonly current: AdminQuestWithTasks;
  };
  /** Delete a quest. */
  readonly deleteQuest: {
    readonly params: {
/** The id of the quest. */
readonly id: number;
/** `take_back`: a worker reverses the points that were awarded for it. */
readonly points?: "keep" | "take_back" | undefined;
};
    readonly ifMatch: true;
    readonly body: undefined;
    readonly answer: QuestDeletion;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "PRECONDITION_FAILED" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
    readonly current: AdminQuestWithTasks;
  };
  /** List the codes of a quest for printing. */
  readonly listQuestCodes: {
    readonly params: {
/** The id of the quest. */
readonly id: number;
/** `html`: a page to print, which loads nothing. */
readonly format?: "json" | "html" | undefined;
};
    readonly body: undefined;
    readonly answer: QuestCodes;
    readonly file: true;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Create a copy of a quest. */
  readonly duplicateQuest: {
    readonly params: {
/** The id of the quest. */
readonly id: number;
};
    readonly idempotencyKey: true;
    readonly body: QuestDuplicate;
    readonly answer: AdminQuestWithTasks;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Export the participants of a quest. */
  readonly exportQuest: {
    readonly params: {
/** The id of the quest. */
readonly id: number;
/** The format of the file. */
readonly format?: "csv" | "xlsx" | "json" | undefined;
};
    readonly body: undefined;
    readonly answer: ExportedParticipants;
    readonly file: true;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get how far the participants of a quest are. */
  readonly getQuestFunnel: {
    readonly params: {
/** The id of the quest. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: QuestFunnel;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List the participants of a quest. */
  readonly listQuestParticipants: {
    readonly params: {
/** The id of the quest. */
readonly id: number;
/** The number of the page, from 1. 1 to 10000000. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** The `next_cursor` of the page before, for the page after it. */
readonly cursor?: string | undefined;
/** Ascending, or descending with `-`. Rows of an equal key are sorted by id. A participant who has not started counts as the latest. */
readonly sort?: "started_at" | "-started_at" | "points" | "-points" | undefined;
/** Only those with this status. */
readonly status?: ParticipantStatus | undefined;
/** Words in name, company or username, an id of the service or the messenger, or the beginning of an `@username`. Without the scope `people:contacts` only words in name or company, or an id of the service. Ignores accents and case. A word of one or two letters matches whole words and beginnings of words. Of more than five words the five longest count. If nothing matches, small typing errors in longer words are forgiven. */
readonly q?: string | undefined;
};
    readonly body: undefined;
    readonly answer: QuestParticipantPage;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Rotate the secret of signed calls. */
  readonly rotateQuestSecret: {
    readonly params: {
/** The id of the quest. */
readonly id: number;
};
    readonly body: SecretRotation | undefined;
    readonly answer: IssuedQuestSecret;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Create a task of a quest. */
  readonly createQuestTask: {
    readonly params: {
/** The id of the quest. */
readonly id: number;
};
    readonly idempotencyKey: true;
    readonly body: NewQuestTask;
    readonly answer: AdminQuestTask;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Update the order of the tasks of a quest. */
  readonly orderQuestTasks: {
    readonly params: {
/** The id of the quest. */
readonly id: number;
};
    readonly body: QuestTaskOrder;
    readonly answer: OrderedQuestTasks;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Update whether a quest is active. */
  readonly toggleQuest: {
    readonly params: {
/** The id of the quest. */
readonly id: number;
};
    readonly ifMatch: true;
    readonly body: QuestToggle | undefined;
    readonly answer: AdminQuestWithTasks;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
    readonly current: AdminQuestWithTasks;
  };
  /** List the reminder templates of a quest. */
  readonly listReminderTemplates: {
    readonly params: {
/** The id of the quest. */
readonly questId: number;
};
    readonly body: undefined;
    readonly answer: ReminderTemplates;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Create a reminder template. */
  readonly createReminderTemplate: {
    readonly params: {
/** The id of the quest. */
readonly questId: number;
};
    readonly idempotencyKey: true;
    readonly body: ReminderTemplateInput;
    readonly answer: ReminderTemplate;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get a reminder template. */
  readonly getReminderTemplate: {
    readonly params: {
/** The id of the quest. */
readonly questId: number;
/** The id of the template. */
readonly templateId: number;
};
    readonly body: undefined;
    readonly answer: ReminderTemplate;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Update a reminder template. */
  readonly updateReminderTemplate: {
    readonly params: {
/** The id of the quest. */
readonly questId: number;
/** The id of the template. */
readonly templateId: number;
};
    readonly ifMatch: true;
    readonly body: ReminderTemplateChanges | undefined;
    readonly answer: ReminderTemplate;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
    readonly current: ReminderTemplate;
  };
  /** Delete a reminder template. */
  readonly deleteReminderTemplate: {
    readonly params: {
/** The id of the quest. */
readonly questId: number;
/** The id of the template. */
readonly templateId: number;
};
    readonly ifMatch: true;
    readonly body: undefined;
    readonly answer: Deleted;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "PRECONDITION_FAILED" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
    readonly current: ReminderTemplate;
  };
  /** Set the default reminder template. */
  readonly setDefaultReminderTemplate: {
    readonly params: {
/** The id of the quest. */
readonly questId: number;
/** The id of the template. */
readonly templateId: number;
};
    readonly body: undefined;
    readonly answer: ReminderTemplate;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Send a reminder of a quest, now or at a time. */
  readonly sendQuestReminder: {
    readonly params: {
/** The id of the quest. */
readonly questId: number;
};
    readonly idempotencyKey: true;
    readonly body: Reminder;
    readonly answer: NotificationJob;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "NO_TEMPLATE" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List the tasks of users that await review. */
  readonly listPendingQuestTasks: {
    readonly params: {
/** The id of the quest. */
readonly quest_id: number;
/** The number of the page, from 1. 1 to 10000000. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** The `next_cursor` of the page before, for the page after it. */
readonly cursor?: string | undefined;
/** Ascending, or descending with `-`. Rows of an equal key are sorted by id. */
readonly sort?: "submitted_at" | "-submitted_at" | undefined;
/** Only those of the task with this id. */
readonly task_id?: number | undefined;
/** `public`: by an unsigned call, which proves nothing about the user. */
readonly source?: SubmissionSource | undefined;
};
    readonly body: undefined;
    readonly answer: ReviewedTaskPage;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List reports of users. */
  readonly listUserReports: {
    readonly params: {
/** The number of the page, from 1. 1 to 10000000. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** The `next_cursor` of the page before, for the page after it. */
readonly cursor?: string | undefined;
/** Ascending, or descending with `-`. Rows of an equal key are sorted by id. */
readonly sort?: "created_at" | "-created_at" | undefined;
/** Only those with this status. */
readonly status?: "open" | "resolved" | undefined;
/** The reported user. */
readonly user_id?: number | undefined;
};
    readonly body: undefined;
    readonly answer: AdminUserReportPage;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Resolve a report of a user. */
  readonly resolveUserReport: {
    readonly params: {
/** The id of the report. */
readonly id: number;
};
    readonly body: ReportDecision;
    readonly answer: AdminUserReport;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Sign in an administrator with a cookie. */
  readonly startAdminSession: {
    readonly params: NoParams;
    readonly body: AdminSessionRequest;
    readonly answer: AdminSession;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "FORBIDDEN" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get my session. */
  readonly getAdminSession: {
    readonly params: NoParams;
    readonly body: undefined;
    readonly answer: AdminSession;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Sign out an administrator. */
  readonly endAdminSession: {
    readonly params: NoParams;
    readonly body: undefined;
    readonly answer: Deleted;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Sign out an administrator on all devices. */
  readonly endAdminSessions: {
    readonly params: NoParams;
    readonly body: undefined;
    readonly answer: EndedSessions;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List all speakers. */
  readonly listAdminSpeakers: {
    readonly params: {
/** The number of the page, from 1. 1 to 10000000, 1 by default. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** Ascending, or descending with `-`. Rows of an equal key are sorted by id. */
readonly sort?: "id" | "-id" | "name" | "-name" | undefined;
/** Words or word beginnings in name, title, company or bio, or an id. Ignores accents and case. A word of one or two letters matches whole words and beginnings of words. Of more than five words the five longest count. If nothing matches, small typing errors in longer words are forgiven. */
readonly q?: string | undefined;
/** Only those of the conference with this id. */
readonly conference_id?: number | undefined;
/** Only those that are featured, or are not. */
readonly is_featured?: boolean | undefined;
/** Only those with this status. */
readonly status?: SpeakerStatus | undefined;
/** Speakers who lack at least one of these, separated by commas: `photo`, `bio`, `talk`. `talk` needs a `conference_id`: no talk takes place there. */
readonly missing?: string | undefined;
};
    readonly body: undefined;
    readonly answer: AdminSpeakerPage;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Create a speaker. */
  readonly createSpeaker: {
    readonly params: NoParams;
    readonly idempotencyKey: true;
    readonly body: NewSpeaker;
    readonly answer: AdminSpeaker;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get a speaker and their conferences. */
  readonly getAdminSpeaker: {
    readonly params: {
/** The id of the speaker. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: AdminSpeaker;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Update a speaker. */
  readonly updateSpeaker: {
    readonly params: {
/** The id of the speaker. */
readonly id: number;
};
    readonly ifMatch: true;
    readonly body: SpeakerChange | undefined;
    readonly answer: AdminSpeaker;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
    readonly current: AdminSpeaker;
  };
  /** Delete a speaker. */
  readonly deleteSpeaker: {
    readonly params: {
/** The id of the speaker. */
readonly id: number;
};
    readonly ifMatch: true;
    readonly body: undefined;
    readonly answer: Deleted;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "PRECONDITION_FAILED" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
    readonly current: AdminSpeaker;
  };
  /** Update the lineup: add a speaker to a conference or remove them. */
  readonly updateSpeakerConference: {
    readonly params: {
/** The id of the speaker. */
readonly id: number;
};
    readonly ifMatch: true;
    readonly body: SpeakerMapping;
    readonly answer: AdminSpeaker;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
    readonly current: AdminSpeaker;
  };
  /** Remove a duplicate speaker. */
  readonly mergeSpeakers: {
    readonly params: {
/** The id of the speaker. */
readonly id: number;
};
    readonly body: SpeakerMerge;
    readonly answer: AdminSpeaker;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get a live stream of changes. */
  readonly streamChanges: {
    readonly params: {
/** Only what belongs to this conference, and to a key of all conferences also what belongs to none. Without it, all conferences of the key. */
readonly conference_id?: number | undefined;
/** Separated by commas, of `check_in`, `attendance`, `submission`, `registration_request`, `side_event`, `broadcast`, `feedback`, `agenda`. Without it, all that the key may follow. */
readonly topics?: string | undefined;
/** A ticket from POST /admin/stream-ticket, instead of credentials. */
readonly ticket?: string | undefined;
};
    readonly body: undefined;
    readonly answer: undefined;
    readonly event: RowChange;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Create a ticket for a live stream of changes. */
  readonly createAdminStreamTicket: {
    readonly params: NoParams;
    readonly body: undefined;
    readonly answer: AdminStreamTicket;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List, search or export all users. */
  readonly listAdminUsers: {
    readonly params: {
/** The number of the page, from 1. 1 to 10000000. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** The `next_cursor` of the page before, for the page after it. */
readonly cursor?: string | undefined;
/** Words in name, company or username, an id of the service or the messenger, or the beginning of an `@username`. Without the scope `people:contacts` only words in name or company, or an id of the service. Ignores accents and case. A word of one or two letters matches whole words and beginnings of words. Of more than five words the five longest count. If nothing matches, small typing errors in longer words are forgiven. */
readonly q?: string | undefined;
/** Only those at this step of the onboarding. */
readonly onboarding_status?: OnboardingStatus | undefined;
/** Only those that are blocked, or are not. */
readonly is_blocked?: boolean | undefined;
/** The language that the user chose, else the messenger's. Ignoring case. `de` also finds `de-AT`. */
readonly language_code?: string | undefined;
/** Whether the messenger delivers to the user. */
readonly messenger_reachable?: boolean | undefined;
/** Users who attend this conference or one of its events. */
readonly conference_id?: number | undefined;
/** A time, or a day, which starts at 00:00 UTC. */
readonly created_from?: string | undefined;
/** A time, exclusive, or a day, inclusive, which ends at 24:00 UTC. */
readonly created_to?: string | undefined;
/** Ascending, or descending with `-`. Rows of an equal key are sorted by id. `last_seen_at` is written at most once an hour. A user who has never signed in counts as the earliest, and one without a last name comes first. */
readonly sort?: "created_at" | "-created_at" | "first_name" | "-first_name" | "last_name" | "-last_name" | "last_seen_at" | "-last_seen_at" | undefined;
/** `csv` and `xlsx` return all users of the filters in one file and ignore `page`, `limit` and `cursor`. */
readonly format?: TableFormat | undefined;
};
    readonly body: undefined;
    readonly answer: AdminUserPage;
    readonly file: true;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Import users. */
  readonly importUsers: {
    readonly params: {
/** Only reports the result; nothing is stored or sent. */
readonly dry_run?: boolean | undefined;
};
    readonly idempotencyKey: true;
    readonly body: {
/** At most 33554432 bytes. */
readonly file: Blob;
} & UserImportRequest | UserImportRequest | undefined;
    readonly answer: ImportResult;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get a user with their attendances, activities and latest changes. */
  readonly getAdminUser: {
    readonly params: {
/** The id of the user. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: AdminUserDetails;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Delete the personal data of a user. */
  readonly eraseUser: {
    readonly params: {
/** The id of the user. */
readonly id: number;
};
    readonly ifMatch: true;
    readonly body: undefined;
    readonly answer: Deleted;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "PRECONDITION_FAILED" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
    readonly current: AdminUser;
  };
  /** Update a user. */
  readonly updateAdminUser: {
    readonly params: {
/** The id of the user. */
readonly id: number;
};
    readonly ifMatch: true;
    readonly body: AdminUserChange | undefined;
    readonly answer: AdminUser;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
    readonly current: AdminUser;
  };
  /** Block a user. */
  readonly blockUser: {
    readonly params: {
/** The id of the user. */
readonly id: number;
};
    readonly body: UserBlock | undefined;
    readonly answer: AdminUser;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Unblock a user. */
  readonly unblockUser: {
    readonly params: {
/** The id of the user. */
readonly id: number;
};
    readonly body: UserBlock | undefined;
    readonly answer: AdminUser;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List the agenda items I keep. */
  readonly listMyAgenda: {
    readonly params: {
/** The number of the page, from 1. 1 to 10000000, 1 by default. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** Only those of the conference with this id. */
readonly conference_id?: number | undefined;
/** Only items that have not ended, or only ended ones. */
readonly when?: "upcoming" | "past" | undefined;
};
    readonly body: undefined;
    readonly answer: FavoriteItemPage;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get a public agenda item. */
  readonly getPublicAgendaItem: {
    readonly params: {
/** The id of the agenda item. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: AgendaItemDetails;
    readonly codes: "VALIDATION_ERROR" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Mark an agenda item as one I keep. */
  readonly keepAgendaItem: {
    readonly params: {
/** The id of the agenda item. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: FavoriteItem;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Delete an agenda item from those I keep. */
  readonly removeKeptAgendaItem: {
    readonly params: {
/** The id of the agenda item. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: Deleted;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Sign in. */
  readonly signIn: {
    readonly params: NoParams;
    readonly body: LoginRequest | undefined;
    readonly answer: Session;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "FORBIDDEN" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Sign out on all devices. */
  readonly signOut: {
    readonly params: NoParams;
    readonly body: undefined;
    readonly answer: SignedOut;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Refresh a bearer token. */
  readonly refreshToken: {
    readonly params: NoParams;
    readonly body: undefined;
    readonly answer: Session;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List conferences. */
  readonly listConferences: {
    readonly params: {
/** The number of the page, from 1. 1 to 10000000, 1 by default. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** Only rows that changed since this time. Send the `as_of` of the last answer with 200, or of the first page of several. Attendee counts change without counting as a change. */
readonly updated_since?: string | undefined;
/** `true`: only conferences that have not ended. */
readonly upcoming?: boolean | undefined;
/** `true`: only conferences that have ended. */
readonly past?: boolean | undefined;
/** Words in name, city or venue. Ignores accents and case. A word of one or two letters matches whole words and beginnings of words. Of more than five words the five longest count. If nothing matches, small typing errors in longer words are forgiven, except with `updated_since`. */
readonly q?: string | undefined;
};
    readonly body: undefined;
    readonly answer: ConferencePage;
    readonly codes: "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get a conference by slug. */
  readonly getConferenceBySlug: {
    readonly params: {
/** The slug that the address of its page ends with. */
readonly slug: string;
};
    readonly body: undefined;
    readonly answer: ConferenceDetails;
    readonly codes: "VALIDATION_ERROR" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get the agenda of a conference by slug. */
  readonly getAgendaBySlug: {
    readonly params: {
/** The slug that the address of its page ends with. */
readonly slug: string;
/** Only rows that changed since this time. Send the `as_of` of the last answer with 200, or of the first page of several. Attendee counts change without counting as a change. */
readonly updated_since?: string | undefined;
/** Items that start on this day, in the time zone of the conference. */
readonly day?: string | undefined;
/** Only what is in the track of this name. */
readonly track?: string | undefined;
/** Only what is in the room of this name. */
readonly room?: string | undefined;
/** Only this kind. */
readonly kind?: AgendaKind | undefined;
/** Words or word beginnings in items or speaker names. Ignores accents and case. A word of one or two letters matches whole words and beginnings of words. Of more than five words the five longest count. If nothing matches, small typing errors in longer words are forgiven, except with `updated_since`. */
readonly q?: string | undefined;
};
    readonly body: undefined;
    readonly answer: Agenda;
    readonly codes: "VALIDATION_ERROR" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get the agenda of a conference by slug as an iCalendar feed. */
  readonly getAgendaCalendarBySlug: {
    readonly params: {
/** The slug that the address of its page ends with. */
readonly slug: string;
/** Adds a reminder this many minutes before the start of each entry that is not cancelled. 0 to 10080. */
readonly alarm?: number | undefined;
};
    readonly body: undefined;
    readonly answer: undefined;
    readonly file: true;
    readonly codes: "VALIDATION_ERROR" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List all events of a conference. */
  readonly listConferenceEvents: {
    readonly params: {
/** The slug that the address of its page ends with. */
readonly slug: string;
/** Events that start on this day, in the time zone of the conference. */
readonly day?: string | undefined;
/** Only this kind. */
readonly kind?: EventKind | undefined;
/** Events per page; 20 with `cursor` alone. Without both, the answer has no pages. 1 to 100. */
readonly limit?: number | undefined;
/** The `next_cursor` of the last page. */
readonly cursor?: string | undefined;
};
    readonly body: undefined;
    readonly answer: ConferenceWithEvents;
    readonly codes: "VALIDATION_ERROR" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get the agenda of a conference. */
  readonly getAgenda: {
    readonly params: {
/** The id of the conference. */
readonly conference_id: number;
/** Only rows that changed since this time. Send the `as_of` of the last answer with 200, or of the first page of several. Attendee counts change without counting as a change. */
readonly updated_since?: string | undefined;
/** Items that start on this day, in the time zone of the conference. */
readonly day?: string | undefined;
/** Only what is in the track of this name. */
readonly track?: string | undefined;
/** Only what is in the room of this name. */
readonly room?: string | undefined;
/** Only this kind. */
readonly kind?: AgendaKind | undefined;
/** Words or word beginnings in items or speaker names. Ignores accents and case. A word of one or two letters matches whole words and beginnings of words. Of more than five words the five longest count. If nothing matches, small typing errors in longer words are forgiven, except with `updated_since`. */
readonly q?: string | undefined;
};
    readonly body: undefined;
    readonly answer: Agenda;
    readonly codes: "VALIDATION_ERROR" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get the agenda of a conference as an iCalendar feed. */
  readonly getAgendaCalendar: {
    readonly params: {
/** The id of the conference. */
readonly conference_id: number;
/** Adds a reminder this many minutes before the start of each entry that is not cancelled. 0 to 10080. */
readonly alarm?: number | undefined;
};
    readonly body: undefined;
    readonly answer: undefined;
    readonly file: true;
    readonly codes: "VALIDATION_ERROR" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get my attendance at a conference. */
  readonly getMyConferenceAttendance: {
    readonly params: {
/** The id of the conference. */
readonly conference_id: number;
};
    readonly body: undefined;
    readonly answer: Registration;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List the attendees of a conference. */
  readonly listConferenceAttendees: {
    readonly params: {
/** The id of the conference. */
readonly conference_id: number;
/** The number of the page, from 1. 1 to 10000000. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** The `next_cursor` of the page before, for the page after it. */
readonly cursor?: string | undefined;
/** Matches users whose name or company contains every word, or whose visible username contains the text, or begins with a text of one or two letters. Ignores accents and case. A word of one or two letters matches whole words and beginnings of words. Of more than five words the five longest count. If nothing matches, small typing errors in longer words are forgiven. */
readonly q?: string | undefined;
/** Matches a whole interest, ignoring case. */
readonly interest?: string | undefined;
};
    readonly body: undefined;
    readonly answer: UserPage;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Register with the code of a ticket or of a claim link. */
  readonly claimInvitation: {
    readonly params: {
/** The id of the conference. */
readonly conference_id: number;
};
    readonly body: Claim;
    readonly answer: RegistrationAnswer;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "ALREADY_CLAIMED" | "ALREADY_HAS_SEAT" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Register for a conference or join its waitlist. */
  readonly registerForConference: {
    readonly params: {
/** The id of the conference. */
readonly conference_id: number;
};
    readonly body: undefined;
    readonly answer: RegistrationAnswer;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFERENCE_ENDED" | "CONFERENCE_CANCELLED" | "REGISTRATION_CLOSED" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Cancel my registration for a conference or leave its waitlist. */
  readonly cancelRegistration: {
    readonly params: {
/** The id of the conference. */
readonly conference_id: number;
};
    readonly body: undefined;
    readonly answer: RegistrationAnswer;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "CONFERENCE_ENDED" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get my ticket for a conference. */
  readonly getMyConferenceTicket: {
    readonly params: {
/** The id of the conference. */
readonly conference_id: number;
};
    readonly body: undefined;
    readonly answer: ConferenceTicket;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get a conference. */
  readonly getConference: {
    readonly params: {
/** The id of the conference. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: ConferenceDetails;
    readonly codes: "VALIDATION_ERROR" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Request a connection. */
  readonly requestConnection: {
    readonly params: NoParams;
    readonly body: ConnectionRequest;
    readonly answer: Connection;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "ALREADY_CONNECTED" | "CONNECTION_REJECTED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List my connections and requests. */
  readonly listConnections: {
    readonly params: {
/** The number of the page, from 1. 1 to 10000000, 1 by default. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** Only those with this status. */
readonly status?: "pending" | "accepted" | "rejected" | undefined;
};
    readonly body: undefined;
    readonly answer: ConnectionPage;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get my connection status with a user. */
  readonly getConnectionStatus: {
    readonly params: {
/** The id of the user. */
readonly userId: number;
};
    readonly body: undefined;
    readonly answer: ConnectionCheck;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List or export my accepted connections. */
  readonly listConnectedUsers: {
    readonly params: {
/** The number of the page, from 1. 1 to 10000000, 1 by default. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** `csv` and `vcf` (vCard 3.0, for the address book of a phone) return all connections in one file, with what each user shows to connections, your notes, and where and when you met. They ignore `page` and `limit`. Limit: 10 files in 24 hours. */
readonly format?: "json" | "csv" | "vcf" | undefined;
};
    readonly body: undefined;
    readonly answer: ConnectionPage;
    readonly file: true;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Accept the meet code of a user. */
  readonly meetUser: {
    readonly params: NoParams;
    readonly body: Meet;
    readonly answer: Connection;
    readonly codes: "VALIDATION_ERROR" | "CODE_INVALID" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List pending connection requests I received. */
  readonly listReceivedConnectionRequests: {
    readonly params: {
/** The number of the page, from 1. 1 to 10000000, 1 by default. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
};
    readonly body: undefined;
    readonly answer: ConnectionPage;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List pending connection requests I sent. */
  readonly listSentConnectionRequests: {
    readonly params: {
/** The number of the page, from 1. 1 to 10000000, 1 by default. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
};
    readonly body: undefined;
    readonly answer: ConnectionPage;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Accept or reject a connection request. */
  readonly answerConnectionRequest: {
    readonly params: {
/** The id of the connection. */
readonly id: number;
};
    readonly body: ConnectionAnswer;
    readonly answer: Connection;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Cancel a connection request or delete a connection. */
  readonly deleteConnection: {
    readonly params: {
/** The id of the connection. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: Deleted;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Update my note about a connection. */
  readonly setConnectionNote: {
    readonly params: {
/** The id of the connection. */
readonly id: number;
};
    readonly body: ConnectionNote;
    readonly answer: Connection;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List events. */
  readonly listEvents: {
    readonly params: {
/** The number of the page, from 1. 1 to 10000000, 1 by default. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** Only rows that changed since this time. Send the `as_of` of the last answer with 200, or of the first page of several. Attendee counts change without counting as a change. */
readonly updated_since?: string | undefined;
/** Only those of the conference with this id. */
readonly conference_id?: number | undefined;
/** Only this kind. */
readonly kind?: EventKind | undefined;
/** Only those with this tag. */
readonly tag?: string | undefined;
/** Words in title, venue name or organizer. Ignores accents and case. A word of one or two letters matches whole words and beginnings of words. Of more than five words the five longest count. If nothing matches, small typing errors in longer words are forgiven, except with `updated_since`. */
readonly q?: string | undefined;
/** Events that are running at this time or start later. A day starts in the time zone of the `conference_id`, else in UTC. */
readonly from?: string | undefined;
/** Events that start before this time, or before the end of this day, in the time zone of the `conference_id`, else in UTC. */
readonly to?: string | undefined;
/** `true`: only events that have not ended. */
readonly upcoming?: boolean | undefined;
};
    readonly body: undefined;
    readonly answer: EventPage;
    readonly codes: "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Attend an event or join its waitlist. */
  readonly attendEvent: {
    readonly params: NoParams;
    readonly body: AttendRequest;
    readonly answer: AttendanceAnswer;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "REGISTRATION_REQUIRED" | "NOT_FOUND" | "EVENT_ENDED" | "EVENT_CANCELLED" | "CONFERENCE_CANCELLED" | "REGISTRATION_CLOSED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List all events of a conference with my attendance. */
  readonly listMyConferenceEvents: {
    readonly params: {
/** The slug that the address of its page ends with. */
readonly slug: string;
/** Events that start on this day, in the time zone of the conference. */
readonly day?: string | undefined;
/** Only this kind. */
readonly kind?: EventKind | undefined;
/** Events per page; 20 with `cursor` alone. Without both, the answer has no pages. 1 to 100. */
readonly limit?: number | undefined;
/** The `next_cursor` of the last page. */
readonly cursor?: string | undefined;
};
    readonly body: undefined;
    readonly answer: ConferenceWithMyEvents;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List the events I attend, am waitlisted for or requested. */
  readonly listMyEvents: {
    readonly params: {
/** The number of the page, from 1. 1 to 10000000, 1 by default. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** Only events that have not ended, or only ended ones, latest first. */
readonly when?: "upcoming" | "past" | undefined;
};
    readonly body: undefined;
    readonly answer: MyEventPage;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get the events I attend or am waitlisted for as an iCalendar feed. */
  readonly getMyCalendar: {
    readonly params: {
/** Adds a reminder this many minutes before the start of each entry that is not cancelled. 0 to 10080. */
readonly alarm?: number | undefined;
/** The token of your calendar link, for apps that cannot sign in. */
readonly token?: string | undefined;
};
    readonly body: undefined;
    readonly answer: undefined;
    readonly file: true;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Request a side event. */
  readonly requestSideEvent: {
    readonly params: NoParams;
    readonly idempotencyKey: true;
    readonly body: SideEventRequest;
    readonly answer: ApiEvent;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFERENCE_CANCELLED" | "TOO_MANY_PENDING" | "REGISTRATION_CLOSED" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Update my pending side-event request. */
  readonly updateSideEventRequest: {
    readonly params: {
/** The id of the side event. */
readonly id: number;
};
    readonly body: SideEventChange | undefined;
    readonly answer: ApiEvent;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "CONFERENCE_CANCELLED" | "REGISTRATION_CLOSED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Delete my pending side-event request. */
  readonly deleteSideEventRequest: {
    readonly params: {
/** The id of the side event. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: Deleted;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get an event by slug. */
  readonly getEventBySlug: {
    readonly params: {
/** The slug that the address of its page ends with. */
readonly slug: string;
};
    readonly body: undefined;
    readonly answer: EventDetails;
    readonly codes: "VALIDATION_ERROR" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get an event. */
  readonly getEvent: {
    readonly params: {
/** The id of the event. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: EventDetails;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get an event as an iCalendar file. */
  readonly getEventCalendar: {
    readonly params: {
/** The id of the event. */
readonly id: number;
/** Adds a reminder this many minutes before the start of each entry that is not cancelled. 0 to 10080. */
readonly alarm?: number | undefined;
};
    readonly body: undefined;
    readonly answer: undefined;
    readonly file: true;
    readonly codes: "VALIDATION_ERROR" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Cancel my attendance at an event or leave its waitlist. */
  readonly cancelAttendance: {
    readonly params: {
/** The id of the event. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: AttendanceAnswer;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "EVENT_ENDED" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get my attendance at an event. */
  readonly getMyEventAttendance: {
    readonly params: {
/** The id of the event. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: Attendance;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List the attendees of an event. */
  readonly listEventAttendees: {
    readonly params: {
/** The id of the event. */
readonly id: number;
/** The number of the page, from 1. 1 to 10000000. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** The `next_cursor` of the page before, for the page after it. */
readonly cursor?: string | undefined;
};
    readonly body: undefined;
    readonly answer: UserPage;
    readonly codes: "VALIDATION_ERROR" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get my ticket for an event. */
  readonly getMyEventTicket: {
    readonly params: {
/** The id of the event. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: EventTicket;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Send feedback to the organizers. */
  readonly sendFeedback: {
    readonly params: NoParams;
    readonly body: FeedbackSubmission;
    readonly answer: FeedbackReceipt;
    readonly codes: "VALIDATION_ERROR" | "NOT_FOUND" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Delete my image or video. */
  readonly deleteImage: {
    readonly params: NoParams;
    readonly body: MediaChoice;
    readonly answer: Deleted;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "MEDIA_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Upload an image to the object store. */
  readonly uploadImageToObjectStore: {
    readonly params: NoParams;
    readonly body: {
/** At most 10485760 bytes. */
readonly file: Blob;
} & {
/** `proof` for a private file, which only you and administrators can open. */
readonly purpose?: MediaPurpose;
};
    readonly answer: Media;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "QUOTA_EXCEEDED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "UPSTREAM_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Upload an image. */
  readonly uploadImage: {
    readonly params: NoParams;
    readonly body: {
/** At most 10485760 bytes. */
readonly file: Blob;
} & {
/** `proof` for a private file, which only you and administrators can open. */
readonly purpose?: MediaPurpose;
};
    readonly answer: Media;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "QUOTA_EXCEEDED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "UPSTREAM_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get a URL of my upload. */
  readonly getMediaUrl: {
    readonly params: {
/** The id of the file. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: MediaUrl;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get the file of an image or video. */
  readonly getMediaFile: {
    readonly params: {
/** The name of the file, as in its URL. */
readonly key: string;
/** With `signature`, from a signed URL. */
readonly expires?: string | undefined;
/** With `expires`, from a signed URL. */
readonly signature?: string | undefined;
};
    readonly body: undefined;
    readonly answer: undefined;
    readonly file: true;
    readonly codes: "VALIDATION_ERROR" | "NOT_FOUND" | "RANGE_NOT_SATISFIABLE" | "INTERNAL_ERROR" | "UPSTREAM_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Create or update my account from messenger data. */
  readonly upsertMessengerUser: {
    readonly params: NoParams;
    readonly body: undefined;
    readonly answer: MessengerProfile;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Send an update of the bot. */
  readonly receiveMessengerUpdate: {
    readonly params: NoParams;
    readonly body: MessengerUpdate;
    readonly answer: MessengerUpdateReceived;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List my notifications. */
  readonly listNotifications: {
    readonly params: {
/** The number of the page, from 1. 1 to 10000000. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** The `next_cursor` of the page before, for the page after it. */
readonly cursor?: string | undefined;
/** `unread` leaves out clicked notifications. Dismissed ones are never listed. */
readonly status?: "unread" | "all" | undefined;
};
    readonly body: undefined;
    readonly answer: NotificationPage;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Dismiss several notifications or all. */
  readonly dismissNotifications: {
    readonly params: NoParams;
    readonly body: BulkDismissal;
    readonly answer: BulkDismissed;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Update whether the messenger delivers my notifications. */
  readonly updateMessengerNotifications: {
    readonly params: NoParams;
    readonly body: NotificationsSwitch | undefined;
    readonly answer: NotificationsEnabled;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get my notification preferences. */
  readonly getNotificationPreferences: {
    readonly params: NoParams;
    readonly body: undefined;
    readonly answer: NotificationPreferences;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Update my notification preferences and quiet hours. */
  readonly updateNotificationPreferences: {
    readonly params: NoParams;
    readonly body: PreferencesChange | undefined;
    readonly answer: NotificationPreferences;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Mark my notifications as seen. */
  readonly markNotificationsSeen: {
    readonly params: NoParams;
    readonly body: NotificationsSeen;
    readonly answer: SeenNotifications;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get a live stream of my notifications. */
  readonly streamNotifications: {
    readonly params: {
/** A ticket from POST /notifications/stream-ticket, instead of credentials. */
readonly ticket?: string | undefined;
/** Like `Last-Event-ID`, which takes precedence. For a client that reconnects with a new ticket. */
readonly last_event_id?: string | undefined;
};
    readonly body: undefined;
    readonly answer: undefined;
    readonly event: ApiNotification;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Create a ticket for a live stream. */
  readonly createStreamTicket: {
    readonly params: NoParams;
    readonly body: undefined;
    readonly answer: StreamTicket;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Mark a notification as clicked. */
  readonly markNotificationClicked: {
    readonly params: {
/** The id of the notification. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: ApiNotification;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Dismiss a notification. */
  readonly dismissNotification: {
    readonly params: {
/** The id of the notification. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: ApiNotification;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Request my token of the partner. */
  readonly requestMint: {
    readonly params: NoParams;
    readonly idempotencyKey: true;
    readonly body: undefined;
    readonly answer: Mint;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "PARTNER_NOT_VERIFIED" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_KEY_IN_USE" | "ALREADY_MINTED" | "MINT_FAILED" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get my mint. */
  readonly getMint: {
    readonly params: NoParams;
    readonly body: undefined;
    readonly answer: MintState;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Refresh my session with the partner. */
  readonly refreshPartnerSession: {
    readonly params: NoParams;
    readonly body: undefined;
    readonly answer: PartnerSession;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "PARTNER_NOT_VERIFIED" | "RATE_LIMITED" | "INTERNAL_ERROR" | "UPSTREAM_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Request a one-time code of the partner. */
  readonly registerWithPartner: {
    readonly params: NoParams;
    readonly body: PartnerRegistration;
    readonly answer: PartnerCodeSent;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "UPSTREAM_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Approve a one-time code of the partner. */
  readonly verifyPartnerCode: {
    readonly params: NoParams;
    readonly body: PartnerVerification;
    readonly answer: PartnerVerified;
    readonly codes: "VALIDATION_ERROR" | "OTP_INVALID" | "OTP_EXPIRED" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "CONFLICT" | "PARTNER_ACCOUNT_TAKEN" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "UPSTREAM_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List quests. */
  readonly listQuests: {
    readonly params: {
/** The number of the page, from 1. 1 to 10000000, 1 by default. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** Only rows that changed since this time. Send the `as_of` of the last answer with 200, or of the first page of several. Attendee counts change without counting as a change. */
readonly updated_since?: string | undefined;
/** Only those in this state; `all` for every state. */
readonly state?: "running" | "coming" | "ended" | "all" | undefined;
/** Only those of the conference with this id. */
readonly conference_id?: number | undefined;
/** Only those of the event with this id. */
readonly event_id?: number | undefined;
/** Words in the title. Ignores accents and case. A word of one or two letters matches whole words and beginnings of words. Of more than five words the five longest count. If nothing matches, small typing errors in longer words are forgiven. */
readonly q?: string | undefined;
};
    readonly body: undefined;
    readonly answer: QuestPage;
    readonly codes: "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Complete a task for a person. */
  readonly completeTaskByCall: {
    readonly params: NoParams;
    readonly body: TaskCompletionCall;
    readonly answer: TaskCompleted;
    readonly codes: "VALIDATION_ERROR" | "WRONG_ANSWER" | "TICKET_INVALID" | "UNAUTHORIZED" | "FORBIDDEN" | "REGISTRATION_REQUIRED" | "NOT_FOUND" | "GUEST_NOT_CLAIMED" | "QUEST_NOT_STARTED" | "QUEST_ENDED" | "QUEST_FULL" | "TASK_CLOSED" | "IDEMPOTENCY_KEY_REUSED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List featured quests. */
  readonly listFeaturedQuests: {
    readonly params: {
/** The number of the page, from 1. 1 to 10000000, 1 by default. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** Only rows that changed since this time. Send the `as_of` of the last answer with 200, or of the first page of several. Attendee counts change without counting as a change. */
readonly updated_since?: string | undefined;
};
    readonly body: undefined;
    readonly answer: QuestPage;
    readonly codes: "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Join a quest for a person. */
  readonly joinQuestByCall: {
    readonly params: NoParams;
    readonly body: QuestJoinCall;
    readonly answer: QuestJoined;
    readonly codes: "VALIDATION_ERROR" | "TICKET_INVALID" | "UNAUTHORIZED" | "FORBIDDEN" | "REGISTRATION_REQUIRED" | "NOT_FOUND" | "GUEST_NOT_CLAIMED" | "QUEST_NOT_STARTED" | "QUEST_ENDED" | "QUEST_FULL" | "IDEMPOTENCY_KEY_REUSED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get a leaderboard. */
  readonly getLeaderboard: {
    readonly params: {
/** The number of the page, from 1. 1 to 10000000. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** The `next_cursor` of the page before, for the page after it. */
readonly cursor?: string | undefined;
/** Only points of this quest. */
readonly quest_id?: number | undefined;
/** Only points of this conference and its quests. Not together with `quest_id`. */
readonly conference_id?: number | undefined;
/** Days, and weeks from Monday, are those of the conference of the quest when the points were earned, else of UTC. */
readonly period?: "all" | "week" | "day" | undefined;
/** A day of the week, or the day; today by default. No effect with `period=all`. */
readonly date?: string | undefined;
};
    readonly body: undefined;
    readonly answer: LeaderboardPage;
    readonly codes: "VALIDATION_ERROR" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List the quests I take part in or requested. */
  readonly listMyQuests: {
    readonly params: {
/** The number of the page, from 1. 1 to 10000000, 1 by default. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** Only those with this status. */
readonly status?: "requested" | "declined" | "admitted" | "in_progress" | "completed" | undefined;
};
    readonly body: undefined;
    readonly answer: OwnQuestPage;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get my progress in all quests. */
  readonly getMyQuestProgress: {
    readonly params: NoParams;
    readonly body: undefined;
    readonly answer: OwnProgress;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Complete a task. */
  readonly completeTask: {
    readonly params: NoParams;
    readonly body: TaskCompletionInput;
    readonly answer: TaskCompletion;
    readonly codes: "VALIDATION_ERROR" | "WRONG_ANSWER" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "REGISTRATION_REQUIRED" | "NOT_FOUND" | "CONFLICT" | "QUEST_INACTIVE" | "QUEST_NOT_STARTED" | "QUEST_ENDED" | "QUEST_FULL" | "TASK_CLOSED" | "TASK_NOT_FULFILLED" | "NO_TRIES_LEFT" | "MEDIA_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get the results of a poll. */
  readonly getPollResults: {
    readonly params: {
/** The id of the task. */
readonly task_id: number;
};
    readonly body: undefined;
    readonly answer: PollResults;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get a quest with its tasks. */
  readonly getQuest: {
    readonly params: {
/** The id of the quest. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: QuestDetails;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Request to take part in a quest. */
  readonly requestQuestRegistration: {
    readonly params: {
/** The id of the quest. */
readonly id: number;
};
    readonly body: RegistrationRequestInput | undefined;
    readonly answer: RegistrationRequest;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "QUEST_INACTIVE" | "QUEST_NOT_STARTED" | "QUEST_ENDED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Start a quest. */
  readonly startQuest: {
    readonly params: {
/** The id of the quest. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: QuestProgress;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "REGISTRATION_REQUIRED" | "NOT_FOUND" | "QUEST_INACTIVE" | "QUEST_NOT_STARTED" | "QUEST_ENDED" | "QUEST_FULL" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List or search speakers. */
  readonly listSpeakers: {
    readonly params: {
/** The number of the page, from 1. 1 to 10000000, 1 by default. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** Only rows that changed since this time. Send the `as_of` of the last answer with 200, or of the first page of several. Attendee counts change without counting as a change. */
readonly updated_since?: string | undefined;
/** Words or word beginnings in name, title, company or bio. Ignores accents and case. A word of one or two letters matches whole words and beginnings of words. Of more than five words the five longest count. If nothing matches, small typing errors in longer words are forgiven, except with `updated_since`. */
readonly q?: string | undefined;
/** Only those of the conference with this id. */
readonly conference_id?: number | undefined;
};
    readonly body: undefined;
    readonly answer: SpeakerPage;
    readonly codes: "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List the speakers of a conference. */
  readonly listConferenceSpeakers: {
    readonly params: {
/** The id of the conference. */
readonly id: number;
/** The number of the page, from 1. 1 to 10000000, 1 by default. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** Only rows that changed since this time. Send the `as_of` of the last answer with 200, or of the first page of several. Attendee counts change without counting as a change. */
readonly updated_since?: string | undefined;
};
    readonly body: undefined;
    readonly answer: SpeakerPage;
    readonly codes: "VALIDATION_ERROR" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List featured speakers. */
  readonly listFeaturedSpeakers: {
    readonly params: {
/** The number of the page, from 1. 1 to 10000000, 1 by default. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** Only rows that changed since this time. Send the `as_of` of the last answer with 200, or of the first page of several. Attendee counts change without counting as a change. */
readonly updated_since?: string | undefined;
};
    readonly body: undefined;
    readonly answer: SpeakerPage;
    readonly codes: "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get the social links of a speaker. */
  readonly getSpeakerSocials: {
    readonly params: {
/** The slug that the address of its page ends with. */
readonly slug: string;
};
    readonly body: undefined;
    readonly answer: SpeakerSocials;
    readonly codes: "VALIDATION_ERROR" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get a speaker. */
  readonly getSpeaker: {
    readonly params: {
/** The id of the speaker. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: Speaker;
    readonly codes: "VALIDATION_ERROR" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get a speaker with their talks and conferences. */
  readonly getSpeakerProfile: {
    readonly params: {
/** The id of the speaker. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: SpeakerProfile;
    readonly codes: "VALIDATION_ERROR" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get what a start parameter opens. */
  readonly getStart: {
    readonly params: {
/** The start parameter with which the messenger opened the app. */
readonly parameter: string;
};
    readonly body: undefined;
    readonly answer: Start;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List or search users. */
  readonly listUsers: {
    readonly params: {
/** The number of the page, from 1. 1 to 10000000. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** The `next_cursor` of the page before, for the page after it. */
readonly cursor?: string | undefined;
/** Matches users whose name or company contains every word, or whose visible username contains the text, or begins with a text of one or two letters. Ignores accents and case. A word of one or two letters matches whole words and beginnings of words. Of more than five words the five longest count. If nothing matches, small typing errors in longer words are forgiven. */
readonly q?: string | undefined;
/** Matches a whole interest, ignoring case. */
readonly interest?: string | undefined;
/** Users who attend this conference or one of its events. */
readonly conference_id?: number | undefined;
};
    readonly body: undefined;
    readonly answer: UserPage;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get my profile. */
  readonly getMyProfile: {
    readonly params: NoParams;
    readonly body: undefined;
    readonly answer: OwnProfile;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Update my profile. */
  readonly updateMyProfile: {
    readonly params: NoParams;
    readonly body: ProfileChange | undefined;
    readonly answer: OwnProfile;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Delete my account and erase my personal data. */
  readonly deleteMyAccount: {
    readonly params: NoParams;
    readonly body: undefined;
    readonly answer: Deleted;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List the users I block. */
  readonly listBlocks: {
    readonly params: {
/** The number of the page, from 1. 1 to 10000000, 1 by default. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
};
    readonly body: undefined;
    readonly answer: ListedBlockPage;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Create a secret link to my calendar. */
  readonly createCalendarLink: {
    readonly params: NoParams;
    readonly body: undefined;
    readonly answer: CalendarLink;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get the state of my calendar link. */
  readonly getCalendarLink: {
    readonly params: NoParams;
    readonly body: undefined;
    readonly answer: CalendarLinkState;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Delete my calendar link. */
  readonly deleteCalendarLink: {
    readonly params: NoParams;
    readonly body: undefined;
    readonly answer: CalendarLinkDeleted;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Delete my enrichment. */
  readonly deleteMyEnrichment: {
    readonly params: NoParams;
    readonly body: undefined;
    readonly answer: EnrichmentDeleted;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Export my personal data. */
  readonly exportMyData: {
    readonly params: NoParams;
    readonly body: undefined;
    readonly answer: PersonalData;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Create a code for people whom I meet. */
  readonly createMeetCode: {
    readonly params: NoParams;
    readonly body: undefined;
    readonly answer: MeetCode;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List your points. */
  readonly listMyPoints: {
    readonly params: {
/** The number of the page, from 1. 1 to 10000000. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** The `next_cursor` of the page before, for the page after it. */
readonly cursor?: string | undefined;
};
    readonly body: undefined;
    readonly answer: PointEntryPage;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get my attendance of all events and conferences, and my quests. */
  readonly getMyState: {
    readonly params: {
/** Limits the answer to this conference, its events, its quests and its agenda. */
readonly conference_id?: number | undefined;
};
    readonly body: undefined;
    readonly answer: UserState;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Update my onboarding progress. */
  readonly updateOnboarding: {
    readonly params: NoParams;
    readonly body: OnboardingChange;
    readonly answer: OwnProfile;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List users page by page. */
  readonly listUsersPaginated: {
    readonly params: {
/** The number of the page, from 1. 1 to 10000000. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** The `next_cursor` of the page before, for the page after it. */
readonly cursor?: string | undefined;
/** Matches users whose name or company contains every word, or whose visible username contains the text, or begins with a text of one or two letters. Ignores accents and case. A word of one or two letters matches whole words and beginnings of words. Of more than five words the five longest count. If nothing matches, small typing errors in longer words are forgiven. */
readonly q?: string | undefined;
/** Matches a whole interest, ignoring case. */
readonly interest?: string | undefined;
/** Users who attend this conference or one of its events. */
readonly conference_id?: number | undefined;
};
    readonly body: undefined;
    readonly answer: UserPage;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Get the profile of a user. */
  readonly getUserProfile: {
    readonly params: {
/** The id of the user. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: ProfilePage;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** List users I may want to meet. */
  readonly listRecommendedUsers: {
    readonly params: {
/** The number of the page, from 1. 1 to 10000000, 1 by default. */
readonly page?: number | undefined;
/** The most rows of a page. 1 to 100, 20 by default. */
readonly limit?: number | undefined;
/** Only users who are registered there. */
readonly conference_id?: number | undefined;
};
    readonly body: undefined;
    readonly answer: RecommendedUserPage;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Dismiss a recommended user. */
  readonly dismissRecommendedUser: {
    readonly params: {
/** The id of the user. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: RecommendationDismissal;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Undo the dismissal of a recommended user. */
  readonly undoRecommendedUserDismissal: {
    readonly params: {
/** The id of the user. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: RecommendationDismissal;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Update my social links. */
  readonly updateSocials: {
    readonly params: NoParams;
    readonly body: SocialsChange | undefined;
    readonly answer: OwnProfile;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Block a user. */
  readonly createBlock: {
    readonly params: {
/** The id of the user. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: Block;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "TOO_MANY_BLOCKS" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Unblock a user. */
  readonly deleteBlock: {
    readonly params: {
/** The id of the user. */
readonly id: number;
};
    readonly body: undefined;
    readonly answer: Block;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Report a user to the organizers. */
  readonly reportUser: {
    readonly params: {
/** The id of the user. */
readonly id: number;
};
    readonly body: UserReporting;
    readonly answer: UserReport;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Upload a video to the object store. */
  readonly uploadVideoToObjectStore: {
    readonly params: NoParams;
    readonly body: {
/** At most 209715200 bytes. */
readonly file: Blob;
} & {
/** `proof` for a private file, which only you and administrators can open. */
readonly purpose?: MediaPurpose;
};
    readonly answer: Media;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "QUOTA_EXCEEDED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "UPSTREAM_ERROR" | "SERVICE_UNAVAILABLE";
  };
  /** Upload a video. */
  readonly uploadVideo: {
    readonly params: NoParams;
    readonly body: {
/** At most 209715200 bytes. */
readonly file: Blob;
} & {
/** `proof` for a private file, which only you and administrators can open. */
readonly purpose?: MediaPurpose;
};
    readonly answer: Media;
    readonly codes: "VALIDATION_ERROR" | "UNAUTHORIZED" | "INVALID_TOKEN" | "FORBIDDEN" | "NOT_FOUND" | "QUOTA_EXCEEDED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "UPSTREAM_ERROR" | "SERVICE_UNAVAILABLE";
  };
}
