import type { LintDesign } from './finding.ts'

/** Whether a design asks for the identity verbs of the released modes. */
export function hasReleasedModes({ words }: LintDesign): boolean {
  return words.some(({ verb }) => verb.test('impersonate:user-info') && verb.test('impersonate:associated-node'))
}

/** A verb of the other half of the released modes: what may be done as somebody else. */
const ACTION_VERB = /^impersonate-on:[^:]+:([^:]+)$/

/** The verb of the requests that a verb of a rule is about: `list` for `impersonate-on:user-info:list`. */
export function requestVerb(verb: string): string {
  return ACTION_VERB.exec(verb)?.[1] ?? verb
}

/** Whether a verb is about identities, and not about what is done as one. */
export function isOfIdentity(verb: string): boolean {
  return isOfImpersonation(verb) && !ACTION_VERB.test(verb)
}

/** Whether a verb is one of impersonation, in one design or another. */
export function isOfImpersonation(verb: string): boolean {
  return /^(?:impersonate|as-node\b|constrainedimpersonate)/.test(verb)
}
