export const REGISTRATION_MODE =
  '`approval`: people ask, and organizers decide; `invited`: only organizers add people; `closed`: nobody registers. Either way invited people claim their seats, and the waitlist moves up.';

export const WAITLIST =
  'Who gets a freed seat. `auto`: the first who waits; `manual`: whom organizers choose; `off`: who registers next, since nobody waits.';

export const REGISTRATION_STATE =
  '`waitlist` if it is open but full, `full` if nobody can wait either; `approval`: a request is made, whether seats are left or not.';
