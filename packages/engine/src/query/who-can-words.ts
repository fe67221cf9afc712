import { type Attributes, SYSTEM_PRIVILEGED_GROUP } from '../kube/index.ts'
import type { RichText } from '../trace/index.ts'
import { doing } from '../words/index.ts'
import type { WhoCan } from './who-can.ts'

/**
 * The answer in a sentence: "2 subjects may get pods in namespace prod, and members of group system:masters.", "Nobody but
 * members of group system:masters may get pods in namespace prod."
 */
export function whoCanInWords({ subjects }: Pick<WhoCan, 'subjects'>, attributes: Attributes): RichText {
  const masters: RichText = ['members of group ', { code: SYSTEM_PRIVILEGED_GROUP }]
  const others = subjects.filter(({ kind, name }) => kind !== 'Group' || name !== SYSTEM_PRIVILEGED_GROUP).length
  if (others === 0) return ['Nobody but ', ...masters, ' may ', ...doing(attributes), '.']
  const counted = others === 1 ? '1 subject' : `${others.toLocaleString('en')} subjects`
  return [`${counted} may `, ...doing(attributes), ', and ', ...masters, '.']
}
