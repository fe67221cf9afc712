import { clause, type RichText } from '../../trace/index.ts'
import { allowedToImpersonate, type ChainState, refuse, wantedUser } from '../chain.ts'
import type { Assumption, DesignSource, Statement } from '../design.ts'
import type { PassedNode } from '../flowchart.ts'
import type { Words } from '../words.ts'
import { usernameQuestion } from './target.ts'

// Shared by the two options of the text that compares compound with unified authorization.

/** A place in that text. */
export function sourceIn(section: string, quote: string): DesignSource {
  return {
    document: 'Constrained impersonation: compound or unified',
    section,
    quote,
    asReviewed: true,
  }
}

/** The points of the statement on which the options agree. */
export const COMMON_STATEMENT: Pick<Statement, 'fallback' | 'groups' | 'audit'> = {
  fallback: 'None: the text does not ask for impersonate.',
  groups: 'As in legacy, and system:nodes for a node, in addition to groups that are asked for.',
  audit: 'impersonatedUser, and no constraint.',
}

/** The verb of compound and unified authorization. */
export const COMMON_WORDS: Words = () => [{ verb: /^constrainedimpersonate$/ }]

/** Points that the text leaves open for both options. */
export const COMMON_ASSUMPTIONS: readonly Assumption[] = [
  {
    id: 'fallback',
    text: 'The text does not say whether the verb impersonate still counts.',
    options: [{ id: 'none', reading: 'It does not count.' }],
  },
  {
    id: 'malformed',
    text: 'The text mentions prefixes, but not names that are malformed after the prefix.',
    options: [
      { id: 'users', reading: 'A name that is neither a well-formed service account nor a node is checked as a user.' },
    ],
  },
]

interface UsernameNode {
  /** Its question. */
  readonly label: string
  readonly about: string
  /** The node after a check that is allowed. */
  readonly next: string
  /** Words after the username in a reason. */
  readonly manner?: RichText
}

/** The node with the check of the username under the verb `constrainedimpersonate`. */
export function usernameNode({ label, about, next, manner = [] }: UsernameNode): PassedNode<ChainState> {
  return {
    shape: 'question',
    label: [label],
    term: [{ code: 'constrainedimpersonate' }],
    stage: 'identity',
    about,
    edges: { yes: { to: next, label: ['yes'] }, no: { to: 'forbidden', label: ['no'] } },
    *evaluate(state) {
      const { part, attributes } = usernameQuestion(state)
      const { username } = wantedUser(state)
      if (yield* allowedToImpersonate(state, part, attributes))
        return { edge: 'yes', because: [...clause`the requestor may impersonate ${username}`, ...manner] }
      refuse(state)
      return { edge: 'no', because: [...clause`the requestor may not impersonate ${username}`, ...manner] }
    },
  }
}
