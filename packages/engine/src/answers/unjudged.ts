import { unreadInWords } from '../cluster/index.ts'
import type { Binding } from '../kube/index.ts'
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
