// The vocabularies of the designs: the verbs under which each makes its checks on impersonation.

/**
 * A kind of verb that only a check on impersonation has. Verbs of ordinary requests are not words: `list pods` grants
 * something in every design.
 */
export interface Word {
  /** Matches the whole verb of a rule. `*` is not a word: it grants every verb and names none. */
  readonly verb: RegExp
  /** Matches the API group of a rule, where the verb is a word in this group only. */
  readonly apiGroup?: RegExp
  /** The resource, where the verb is a word for this resource only. */
  readonly resource?: string
}

/** The vocabulary of a design, by the chosen option of each of its assumptions. */
export type Words = (assumptions: Readonly<Record<string, string>>) => readonly Word[]

const AUTHENTICATION = /^authentication\.k8s\.io$/
const MODES = '(associated-node|arbitrary-node|serviceaccount|user-info)'
const KINDS = '(scheduled-node|nodes?|serviceaccount|user-info)'
const NAMED = '(node|serviceaccount|user-info):.+'

/** The verb `impersonate` on users, groups, service accounts, UIDs and extras. */
const LEGACY: readonly Word[] = [{ verb: /^impersonate$/, apiGroup: /^(authentication\.k8s\.io)?$/ }]

/** Only the verb `impersonate`. */
export const legacyWords: Words = () => LEGACY

/** The verbs of the released modes, and legacy. */
export const releasedWords: Words = () => [
  { verb: new RegExp(`^impersonate:${MODES}$`), apiGroup: AUTHENTICATION },
  { verb: new RegExp(`^impersonate-on:${MODES}:[^:]+$`) },
  ...LEGACY,
]

function mergedIdentity(assumptions: Parameters<Words>[0]): Word {
  const released = assumptions['identity-group'] === 'authentication'
  return {
    verb: new RegExp(`^impersonate:${KINDS}$`),
    apiGroup: released ? AUTHENTICATION : /^authentications\.k8s\.io$/,
  }
}

/** The verbs of KEP-5284 as first merged, and legacy. */
export const mergedWords: Words = (assumptions) => [
  mergedIdentity(assumptions),
  { verb: /^impersonate-on:[^:]+$/ },
  ...LEGACY,
]

/** The identity verbs of KEP-5284 as first merged, any verb in the special API groups, and legacy. */
export const suffixWords: Words = (assumptions) => [
  mergedIdentity(assumptions),
  { verb: /^[^*]/, apiGroup: /^(.+\.)?impersonation\.k8s\.io$/ },
  ...LEGACY,
]

/** Asking about others: a grant of this verb is all that limits whom a client acts for. */
export const reviewWords: Words = () => [
  { verb: /^create$/, apiGroup: /^authorization\.k8s\.io$/, resource: 'subjectaccessreviews' },
]

/** `impersonate` on access rules, and legacy. */
export const accessRuleWords: Words = () => [
  { verb: /^impersonate$/, apiGroup: /^authorization\.k8s\.io$/, resource: 'clusteraccessrules' },
  ...LEGACY,
]

/** The verb of compound and unified authorization. */
export const constrainedWords: Words = () => [{ verb: /^constrainedimpersonate$/ }]

/** The verbs that name their target, those of the scheduled node, and legacy. */
export const namedWords: Words = () => [
  { verb: new RegExp(`^impersonate:(scheduled-node|${NAMED})$`), apiGroup: AUTHENTICATION },
  { verb: new RegExp(`^impersonate-on:(scheduled-node|${NAMED}):[^:]+$`) },
  ...LEGACY,
]

/** The verb of boundaries, and legacy. */
export const boundaryWords: Words = () => [{ verb: /^impersonate-within$/ }, ...LEGACY]

/** The verbs of reading as a node, and legacy. */
export const nodeWords: Words = () => [{ verb: /^as-node(:[^:]+)?$/ }, ...LEGACY]

/** Whether a verb, in an API group and for resources, is one of the words. `*` stands for any group and any resource. */
export function isWord(
  words: readonly Word[],
  verb: string,
  apiGroups: readonly string[],
  resources: readonly string[],
): boolean {
  return words.some(
    (word) =>
      word.verb.test(verb) &&
      (word.apiGroup === undefined || apiGroups.some((group) => group === '*' || word.apiGroup?.test(group))) &&
      (word.resource === undefined || resources.some((resource) => resource === '*' || resource === word.resource)),
  )
}
