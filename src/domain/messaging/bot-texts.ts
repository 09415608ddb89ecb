/** The texts of the bot itself, by language. */
const ENGLISH = {
  accept: 'Accept',
  decline: 'Decline',
  open: 'Open',
  greeting:
    'Welcome! Here you get the news of your conferences: changed times and rooms, connection requests and reminders. Everything else is in the app.',
  other: 'I only understand a few commands: /help lists them. Everything else is in the app.',
  help: '/start opens the app.\n/stop turns my messages off, /notify turns them on.\n/language chooses the language of my messages.',
  stopped: 'My messages are off. /notify turns them on again.',
  notified: 'My messages are on. /stop turns them off.',
  language_question: 'In which language should I write to you?',
  language_set: 'I write to you in English now.',
  language_of_messenger: "The messenger's language",
  accepted: 'You are connected now.',
  declined: 'You declined this request.',
  closed: 'This request is no longer open.',
  not_for_you: 'This is not for you.',
  blocked: 'Your account is blocked.',
  command_start: 'Open the app',
  command_stop: 'Turn messages off',
  command_notify: 'Turn messages on',
  command_language: 'Choose the language',
  command_help: 'List the commands',
  description:
    'Conferences, events and people to meet. Press Start to get changed times and rooms, connection requests and reminders here.',
  about: 'Conferences, events and people to meet.',
} as const;

export type BotTextKey = keyof typeof ENGLISH;

const TEXTS: Readonly<Record<string, Readonly<Record<BotTextKey, string>>>> = {
  en: ENGLISH,
  de: {
    accept: 'Annehmen',
    decline: 'Ablehnen',
    open: 'Öffnen',
    greeting:
      'Willkommen! Hier kommen die Neuigkeiten deiner Konferenzen an: geänderte Zeiten und Räume, Kontaktanfragen und Erinnerungen. Alles andere steht in der App.',
    other: 'Ich verstehe nur wenige Befehle: /help nennt sie. Alles andere steht in der App.',
    help: '/start öffnet die App.\n/stop schaltet meine Nachrichten aus, /notify schaltet sie ein.\n/language wählt die Sprache meiner Nachrichten.',
    stopped: 'Meine Nachrichten sind aus. /notify schaltet sie wieder ein.',
    notified: 'Meine Nachrichten sind an. /stop schaltet sie aus.',
    language_question: 'In welcher Sprache soll ich dir schreiben?',
    language_set: 'Ich schreibe dir jetzt auf Deutsch.',
    language_of_messenger: 'Sprache des Messengers',
    accepted: 'Ihr seid jetzt verbunden.',
    declined: 'Du hast diese Anfrage abgelehnt.',
    closed: 'Diese Anfrage ist nicht mehr offen.',
    not_for_you: 'Das ist nicht für dich.',
    blocked: 'Dein Konto ist gesperrt.',
    command_start: 'App öffnen',
    command_stop: 'Nachrichten ausschalten',
    command_notify: 'Nachrichten einschalten',
    command_language: 'Sprache wählen',
    command_help: 'Befehle nennen',
    description:
      'Konferenzen, Veranstaltungen und Menschen, die man treffen will. Drücke Start, um hier geänderte Zeiten und Räume, Kontaktanfragen und Erinnerungen zu bekommen.',
    about: 'Konferenzen, Veranstaltungen und Menschen, die man treffen will.',
  },
  es: {
    accept: 'Aceptar',
    decline: 'Rechazar',
    open: 'Abrir',
    greeting:
      '¡Te damos la bienvenida! Aquí llegan las novedades de tus conferencias: cambios de hora y sala, solicitudes de contacto y recordatorios. Todo lo demás está en la aplicación.',
    other:
      'Solo entiendo unos pocos comandos: /help los muestra. Todo lo demás está en la aplicación.',
    help: '/start abre la aplicación.\n/stop desactiva mis mensajes, /notify los activa.\n/language elige el idioma de mis mensajes.',
    stopped: 'Mis mensajes están desactivados. /notify los activa de nuevo.',
    notified: 'Mis mensajes están activados. /stop los desactiva.',
    language_question: '¿En qué idioma te escribo?',
    language_set: 'A partir de ahora te escribo en español.',
    language_of_messenger: 'El idioma del mensajero',
    accepted: 'Ahora estáis conectados.',
    declined: 'Has rechazado esta solicitud.',
    closed: 'Esta solicitud ya no está abierta.',
    not_for_you: 'Esto no es para ti.',
    blocked: 'Tu cuenta está bloqueada.',
    command_start: 'Abrir la aplicación',
    command_stop: 'Desactivar los mensajes',
    command_notify: 'Activar los mensajes',
    command_language: 'Elegir el idioma',
    command_help: 'Mostrar los comandos',
    description:
      'Conferencias, eventos y personas que conocer. Pulsa Iniciar para recibir aquí cambios de hora y sala, solicitudes de contacto y recordatorios.',
    about: 'Conferencias, eventos y personas que conocer.',
  },
  ar: {
    accept: 'قبول',
    decline: 'رفض',
    open: 'فتح',
    greeting:
      'مرحبًا بك! تصلك هنا أخبار مؤتمراتك: تغييرات المواعيد والقاعات وطلبات التواصل والتذكيرات. كل شيء آخر موجود في التطبيق.',
    other: 'لا أفهم إلا بعض الأوامر: ‎/help يعرضها. كل شيء آخر موجود في التطبيق.',
    help: '‎/start يفتح التطبيق.\n‎/stop يوقف رسائلي، و ‎/notify يشغّلها.\n‎/language يختار لغة رسائلي.',
    stopped: 'رسائلي متوقفة. ‎/notify يشغّلها من جديد.',
    notified: 'رسائلي مشغّلة. ‎/stop يوقفها.',
    language_question: 'بأي لغة تريد أن أكتب إليك؟',
    language_set: 'سأكتب إليك بالعربية من الآن.',
    language_of_messenger: 'لغة تطبيق المراسلة',
    accepted: 'أنتما الآن على تواصل.',
    declined: 'لقد رفضت هذا الطلب.',
    closed: 'لم يعد هذا الطلب مفتوحًا.',
    not_for_you: 'هذا ليس موجّهًا إليك.',
    blocked: 'حسابك محظور.',
    command_start: 'فتح التطبيق',
    command_stop: 'إيقاف الرسائل',
    command_notify: 'تشغيل الرسائل',
    command_language: 'اختيار اللغة',
    command_help: 'عرض الأوامر',
    description:
      'مؤتمرات وفعاليات وأشخاص تلتقي بهم. اضغط على «ابدأ» لتصلك هنا تغييرات المواعيد والقاعات وطلبات التواصل والتذكيرات.',
    about: 'مؤتمرات وفعاليات وأشخاص تلتقي بهم.',
  },
};

/** The languages of the catalogs. */
export const BOT_LANGUAGES: readonly string[] = Object.keys(TEXTS);

/** The first part of a tag that has a catalog, by RFC 4647; undefined if none has. */
export function botLanguage(tag: string | null | undefined): string | undefined {
  const code = tag?.toLowerCase().split(/[-_]/, 1)[0];
  return code !== undefined && Object.hasOwn(TEXTS, code) ? code : undefined;
}

export const botText = (key: BotTextKey, language: string | null | undefined): string =>
  TEXTS[botLanguage(language) ?? 'en']?.[key] ?? ENGLISH[key];
