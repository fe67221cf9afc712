import { AUTHENTICATION, LEGACY_WORDS, type Word, type Words } from '../words.ts'

/** The verb of checks on users in KEP-5284 as first merged. */
export function mergedIdentity(assumptions: Parameters<Words>[0]): Word {
  const released = assumptions['identity-group'] === 'authentication'
  return {
    verb: /^impersonate:(scheduled-node|nodes?|serviceaccount|user-info)$/,
    apiGroup: released ? AUTHENTICATION : /^authentications\.k8s\.io$/,
  }
}

/** The verbs of KEP-5284 as first merged, and legacy. */
export const mergedWords: Words = (assumptions) => [
  mergedIdentity(assumptions),
  { verb: /^impersonate-on:[^:]+$/ },
  ...LEGACY_WORDS,
]
