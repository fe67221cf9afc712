import { type ClusterSettings, unreadInWords } from '../cluster/index.ts'
import type { Binding } from '../kube/index.ts'
import { notReadInWords } from '../query/index.ts'
import type { Rights } from '../rights/index.ts'
import type { RichText } from '../trace/index.ts'
import { plainText } from '../words/index.ts'
import type { Remark } from './remarks.ts'

/** What an answer leaves open, because a role was not read: an error each, for the answer is incomplete. */
export function unjudged(unread: readonly Binding[], rights: Pick<Rights, 'linesOf'>): readonly Remark[] {
  return unread.map((binding) => ({
    severity: 'error',
    code: 'role-not-read',
    message: plainText(unreadInWords(binding)),
    fix: 'Add the role to the policy, or mend its name.',
    range: rights.linesOf(binding).range(binding.span),
  }))
}

/** A sentence about all that somebody or nobody may do, which says where it is not about all: “Nobody, as far as roles were read.” */
export function asFarAsRead(sentence: RichText, unread: readonly Binding[]): RichText {
  const end = sentence.at(-1)
  if (unread.length === 0 || typeof end !== 'string') return sentence
  return [...sentence.slice(0, -1), end.replace(/\.$/, ', as far as roles were read.')]
}

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

/** What the remark says of a design; nothing is known of one in a text. */
interface DecidingDesign {
  readonly id: string
  readonly title: string
  readonly impersonatesAsReleased?: boolean
}

/** Whom somebody can become is said of the released API server; where another design decides, a note says that. */
export function ofOtherDesign(about: DecidingDesign | undefined): readonly Remark[] {
  if (about?.id === 'constrained' || about?.impersonatesAsReleased) return []
  const named = about === undefined ? '' : `, “${about.title}”`
  const message = `This is for the released API server. It may differ in the design that decides the request${named}.`
  return [{ severity: 'note', code: 'other-design', message }]
}

function unasked(message: string): Remark {
  return { severity: 'note', code: 'not-asked', message }
}
