import { folded } from '../../lib/normalized.ts';
import type { User } from '../people/users.ts';

/**
 * Words without a topic, in English, German, French, Spanish, Italian, Portuguese and Russian.
 * Words that also name something at a conference ("go", "ai") are left out.
 */
const WORDS = `
  about after all also am an and any are as at be been being but by can could did do does doing each
  every for from get had has have having he help her here hers him his how if in into is it its just
  like looking make many me more most much my need no not of on one only or other our ours out over
  people please really she should so some someone such than that the their them then there these they
  thing things this those to too up us very want wants was we well were what when where which while
  who whom why will with would you your yours

  aber alle allem allen aller alles als also am an andere anderen auch auf aus bei beim bin bis bist da
  damit dann das dass dein deine dem den denn der des die dies diese diesem diesen dieser dieses doch
  dort du durch ein eine einem einen einer eines er es etwas euch euer für gegen gern gerne habe haben
  hat hatte ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in ist ja jede jedem jeden jeder jedes kann
  kein keine können leute mehr mein meine meinem meinen meiner mich mir mit möchte nach nicht noch nur
  ob oder ohne sehr sein seine sich sie sind so suche über um und uns unser unsere unter viel viele vom
  von vor was weil welche wenn wer werden wie wir wird wo zu zum zur

  alors au aucun aussi autre autres aux avec avoir bien car ce cela ces cet cette ceux chaque cherche
  comme comment dans de des donc dont du elle elles en encore entre est et être eux fait faire gens il
  ils je la le les leur leurs lui ma mais même mes moi mon ne nos notre nous on ont ou où par pas plus
  pour pourquoi qu quand que quel quelle quelles quels qui sa sans se sera ses si son sont sur ta te tes
  toi ton tous tout toute toutes très tu un une vos votre vous

  al algo alguien algunas algunos ante aquí así aún bajo busco cada como con contra cual cuando de del
  desde donde dos el ella ellas ellos en entre era eres es esa esas ese eso esos esta está estas este
  esto estos estoy fue gente gran ha hacer hacia hasta hay la las le les lo los más me mi mientras mis
  mucho muchos muy nada ni no nos nosotros nuestra nuestro o otra otras otro otros para pero personas
  poco por porque pues que qué quien quién quiero se sea ser si sí siempre sin sobre son soy su sus
  también tan te tengo ti todo todos tu tus un una unas uno unos usted ver y ya yo

  agli alla alle allo altra altre altri altro anche ancora avere c'è cerco che chi ci coi col come con
  cosa cui da dagli dai dal dalla dalle dei degli del della delle dello di dopo dove due ed era essere
  fare gli ha hai hanno ho il io la le lei li loro lui ma mi mia mie miei mio molti molto nei negli nel
  nella nelle nello noi non nostra nostro ogni oppure per perché persone più poi può qual quale quali
  quando quella quelle quelli quello questa queste questi questo qui sempre senza sia siamo sono sopra
  sta su sua sue sui sul sulla sulle suo suoi tra tu tua tue tuo tutta tutte tutti tutto un una uno vi
  voglio voi

  ao aos aquela aquele aqui as até cada com como da das de dela dele deles depois do dos e é ela elas
  ele eles em entre era essa esse esta está estão este estou eu faz fazer foi gente há isso isto já lá
  lhe mais mas me mesmo meu meus minha minhas muito muitos na nas não nem no nos nossa nosso num numa
  o onde os ou outra outras outro outros para pela pelas pelo pelos pessoas por porque procuro quais
  qual quando quanto que quem quero são se sem ser seu seus só sobre sua suas também tem tenho ter toda
  todas todo todos tu tua um uma umas uns você vocês vou

  без более бы был была были было быть вам вами вас ваш ваша ваше ваши весь во вот все всего всех вы
  где да даже для до его ее если есть еще же за здесь из или им ими интересно их ищу как какая какие
  какой когда кого который которые кто куда ли либо люди людей мне много могу может мой моя мои мы на
  над надо нам нас наш наша наши не него нет ни них но ну об однако он она они оно от очень по под
  после потому при про с сам свои свой свою себя со так также такой там те тем то того тоже той только
  том тот тут ты у уже хочу чего чем через что чтобы эта эти это этой этом этот я
`;

/** The words in the form that `folded` returns. */
export const STOP_WORDS: ReadonlySet<string> = new Set(folded(WORDS).split(/\s+/));

export const TERM_KINDS = ['i', 'l', 'o', 't'] as const;
/** `i`: interest, `l`: word of `looking_for`, `o`: word of `offering`, `t`: tag of the enrichment. */
export type TermKind = (typeof TERM_KINDS)[number];

/** A term that recommendations compare between two users. */
export interface MatchTerm {
  readonly kind: TermKind;
  readonly term: string;
}

/** The terms of one user. */
export interface OwnedTerm extends MatchTerm {
  readonly user_id: number;
}

/** The fields of a profile that have terms. */
export type TermFields = Pick<User, 'interests' | 'looking_for' | 'offering'>;

/** The kinds of terms that follow from the profile itself. */
export const PROFILE_KINDS = ['i', 'l', 'o'] as const satisfies readonly TermKind[];

/** The kinds of terms that follow from a synced enrichment. */
export const TAG_KINDS = ['t'] as const satisfies readonly TermKind[];

const MAX_WORDS = 24;
const MIN_LENGTH = 2;
const MAX_LENGTH = 40;
/** A folded ligature has up to 18 letters; the index takes no text of any length. */
const MAX_INTEREST_LENGTH = 200;

/** `+` and `#` belong to the names of programming languages. */
const WORD = /[\p{L}\p{M}\p{N}+#]+/gu;
const OTHER = /[^\p{L}\p{M}\p{N}+#]+/gu;
const LETTER = /[\p{L}\p{N}]/u;

/** A word as it is written, and as it is compared. */
interface Word {
  readonly written: string;
  readonly term: string;
}

function* wordsIn(text: string): Generator<Word> {
  for (const [written] of text.matchAll(WORD)) {
    const term = folded(written).replace(OTHER, '');
    const length = [...term].length;
    if (length < MIN_LENGTH || length > MAX_LENGTH) continue;
    if (LETTER.test(term) && !STOP_WORDS.has(term)) yield { written, term };
  }
}

/** The first 24 different words of a text, without stop words. */
export function wordsOf(text: string | null): string[] {
  const terms = new Set<string>();
  for (const { term } of wordsIn(text ?? '')) {
    terms.add(term);
    if (terms.size === MAX_WORDS) break;
  }
  return [...terms];
}

/** An interest or a tag is compared as a whole. */
const wholeTerm = (text: string): string => folded(text).slice(0, MAX_INTEREST_LENGTH);

/** Interests as they are compared, each once. */
export const interestTerms = (interests: readonly string[]): string[] => [
  ...new Set(interests.map(wholeTerm)),
];

/** The terms of the kinds `PROFILE_KINDS`. */
export const profileTerms = ({ interests, looking_for, offering }: TermFields): MatchTerm[] => [
  ...interestTerms(interests).map((term) => ({ kind: 'i', term }) as const),
  ...wordsOf(looking_for).map((term) => ({ kind: 'l', term }) as const),
  ...wordsOf(offering).map((term) => ({ kind: 'o', term }) as const),
];

/** The terms of the kind `t`. */
export const tagTerms = (tags: readonly string[]): MatchTerm[] =>
  interestTerms(tags).map((term) => ({ kind: 't', term }));

/** The terms of a user, of all given kinds; the tags come from a synced enrichment. */
export const ownedTerms = ({
  id,
  tags = [],
  ...profile
}: TermFields & { readonly id: number; readonly tags?: readonly string[] }): OwnedTerm[] =>
  [...profileTerms(profile), ...tagTerms(tags)].map((term) => ({ ...term, user_id: id }));

/** The terms that are kept of a user, each with whether the user is listed. */
export interface KeptTerms {
  readonly is_listed: boolean;
  readonly terms: readonly (readonly [kind: TermKind, term: string, is_listed: boolean])[];
}

/** Compares the kept terms of a user with those that follow from the profile. */
export function termDifferences(
  owned: readonly MatchTerm[],
  { is_listed, terms }: KeptTerms,
): { readonly missing: number; readonly superfluous: number; readonly wrongly_listed: number } {
  const expected = new Set(owned.map(({ kind, term }) => `${kind} ${term}`));
  const right = terms.filter(([kind, term]) => expected.has(`${kind} ${term}`));
  return {
    missing: expected.size - right.length,
    superfluous: terms.length - right.length,
    wrongly_listed: right.filter(([, , isListed]) => isListed !== is_listed).length,
  };
}

export const hasTermFields = (changes: Partial<Record<keyof TermFields, unknown>>): boolean =>
  changes.interests !== undefined ||
  changes.looking_for !== undefined ||
  changes.offering !== undefined;

/** The words of a text that have these terms, as they are written, in the order of the terms. */
export function wordsWritten(text: string | null, terms: readonly string[]): string[] {
  const written = new Map<string, string>();
  const wanted = new Set(terms);
  for (const word of wordsIn(text ?? '')) {
    if (wanted.delete(word.term)) written.set(word.term, word.written);
    // To fold the rest of many profiles would cost as much as all else of an answer.
    if (wanted.size === 0) break;
  }
  return terms.flatMap((term) => written.get(term) ?? []);
}

/** The interests that have these terms, as they are written, in the order of the terms. */
export function interestsWritten(interests: readonly string[], terms: readonly string[]): string[] {
  const written = new Map(interests.map((interest) => [wholeTerm(interest), interest]));
  return terms.flatMap((term) => written.get(term) ?? []);
}
