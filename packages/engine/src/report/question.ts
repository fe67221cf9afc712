import type { Check, RichText } from '../trace/index.ts'
import { calledIn, doing } from './phrases.ts'

/** A check in words: "May my-controller impersonate:user-info users named jane at the cluster scope?" */
export function questionInWords({ attributes }: Pick<Check, 'attributes'>): RichText {
  const { user, accessRule } = attributes
  const relying: RichText = accessRule === undefined ? [] : [' by the access rule ', { code: accessRule }]
  return ['May ', ...calledIn(user.username), ' ', ...doing(attributes), ...relying, '?']
}
