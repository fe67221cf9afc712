import { unreadInWords } from '../cluster/index.ts'
import type { Binding } from '../kube/index.ts'
import { plainText } from '../report/index.ts'
import type { Rights } from '../rights/index.ts'
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

/** What is said in place of “Nobody.” where a role was not read. */
export const NOBODY_JUDGED = 'Nobody, as far as the roles were read.'
