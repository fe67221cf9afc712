import { AUTHENTICATION, LEGACY_WORDS, type Word, type Words } from '../words.ts'

/** The verb of checks on users in KEP-5284 as proposed. */
export function proposedIdentity(assumptions: Parameters<Words>[0]): Word {
  const draft = assumptions['identity-group'] === 'authentications'
  return {
    verb: /^impersonate:(scheduled-node|nodes?|serviceaccount|user-info)$/,
    apiGroup: draft ? /^authentications\.k8s\.io$/ : AUTHENTICATION,
  }
}

/** The verbs of KEP-5284 as proposed, and legacy. */
export const proposedWords: Words = (assumptions) => [
  proposedIdentity(assumptions),
  { verb: /^impersonate-on:[^:]+$/ },
  ...LEGACY_WORDS,
]
