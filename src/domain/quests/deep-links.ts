/** The target that a start parameter of the mini app opens. */
export type Start =
  | { readonly kind: 'quest'; readonly id: number }
  | { readonly kind: 'task'; readonly id: number; readonly code: string };

const QUEST = /^q_([1-9]\d{0,15})$/;
const TASK = /^t_([1-9]\d{0,15})_([A-Z0-9-]{4,32})$/i;

/** Undefined for a foreign parameter. It proves nothing, because anyone can write a link. */
export function startOf(parameter: string): Start | undefined {
  const [, quest] = QUEST.exec(parameter) ?? [];
  if (quest !== undefined) return safe({ kind: 'quest', id: Number(quest) });
  const [, task, code] = TASK.exec(parameter) ?? [];
  if (task === undefined || code === undefined) return undefined;
  return safe({ kind: 'task', id: Number(task), code: code.toUpperCase() });
}

const safe = (start: Start): Start | undefined =>
  Number.isSafeInteger(start.id) ? start : undefined;

const parameterOf = (start: Start): string =>
  start.kind === 'quest' ? `q_${start.id}` : `t_${start.id}_${start.code}`;

/**
 * The link that opens the mini app at `start`.
 * @param appUrl of the mini app; without it there is no link
 */
export function shareUrl(appUrl: string | undefined, start: Start): string | null {
  if (appUrl === undefined) return null;
  const url = new URL(appUrl);
  url.searchParams.set('startapp', parameterOf(start));
  return url.href;
}
