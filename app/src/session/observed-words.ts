import type { ObservedRequest } from '@authz-playground/engine/observed'

/** What a text is called in a sentence. */
export const SOURCE_NAMES = {
  'audit-event': 'an audit event',
  'server-log': 'the log of kube-apiserver',
  status: 'a Status',
  message: 'a 403 message',
} as const

/** What came of it, behind what was asked: ", 403", or nothing where that is not told. */
export function answeredIn({ answer: { code, authorization } }: ObservedRequest): string {
  const answered = code ?? authorization
  return answered === undefined ? '' : `, ${answered}`
}
