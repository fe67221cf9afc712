import type { ClusterSettings } from '../cluster/index.ts'
import { notReadInWords } from '../query/index.ts'
import { plainText } from '../words/index.ts'
import type { Remark } from './remarks.ts'

/** What the rules that were read do not tell about impersonation. */
export function unaskedAboutIdentities(settings: ClusterSettings): readonly Remark[] {
  return notReadInWords(settings).map((words) => unasked(plainText(words)))
}

/** What authorizers beside RBAC may add to the rights of somebody, who is named with all groups. */
export function unaskedAboutRights(settings: ClusterSettings): readonly Remark[] {
  const [, ...others] = unaskedAboutIdentities(settings)
  const node = unasked('The Node authorizer may allow more to nodes; only RBAC is listed.')
  return [...(settings.authorizationModes.includes('Node') ? [node] : []), ...others]
}

function unasked(message: string): Remark {
  return { severity: 'note', code: 'not-asked', message }
}
