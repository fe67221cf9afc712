// The vocabulary of a design: the verbs under which it makes its checks on impersonation. Here are those that several designs share.

import { MODES } from '../kube/index.ts'

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

/** The API group of checks on users. */
export const AUTHENTICATION = /^authentication\.k8s\.io$/
const MODE = `(${MODES.join('|')})`

/** The verb `impersonate` on users, groups, service accounts, UIDs and extras. */
export const LEGACY_WORDS: readonly Word[] = [{ verb: /^impersonate$/, apiGroup: /^(authentication\.k8s\.io)?$/ }]

/** Only the verb `impersonate`. */
export const legacyWords: Words = () => LEGACY_WORDS

/** The verbs of the released modes, and legacy. */
export const releasedWords: Words = () => [
  { verb: new RegExp(`^impersonate:${MODE}$`), apiGroup: AUTHENTICATION },
  { verb: new RegExp(`^impersonate-on:${MODE}:[^:]+$`) },
  ...LEGACY_WORDS,
]

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
