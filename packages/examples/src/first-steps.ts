import type { Route } from './route.ts'

/** One of the examples that a reader of the documentation begins with. It names its example, which may load later. */
export interface FirstStep {
  /** The id of the example. */
  readonly example: string
  /** Whom somebody acts as, in plain words. */
  readonly name: string
  /** What decides: the name of the mode, or the verb of legacy impersonation. Undefined where nothing allows it. */
  readonly by: string | undefined
  /** When this applies, as a sentence. Kubernetes nouns are in backticks. */
  readonly sentence: string
}

/**
 * One example for each mode of constrained impersonation, in the order in which people meet them; then the old verb, and
 * a request that is refused. Without the scenarios, so that a page can show the list before it has loaded them.
 */
export const FIRST_STEPS: readonly FirstStep[] = [
  {
    example: 'docs-user-list',
    name: 'As a user',
    by: 'user-info',
    sentence: 'Mode `user-info` is for users by name, alone or with groups, a UID or extra fields.',
  },
  {
    example: 'docs-serviceaccount-create',
    name: 'As a service account',
    by: 'serviceaccount',
    sentence: 'Mode `serviceaccount` is for service accounts, by their name and namespace.',
  },
  {
    example: 'docs-node-list',
    name: 'As its own node',
    by: 'associated-node',
    sentence: 'Mode `associated-node` is for the node on which the requestor itself runs, as its token says.',
  },
  {
    example: 'any-node-list',
    name: 'As any node',
    by: 'arbitrary-node',
    sentence: 'Mode `arbitrary-node` is for nodes by name, wherever the requestor runs.',
  },
  {
    example: 'legacy-fallback',
    name: 'By the old verb',
    by: 'impersonate',
    sentence: 'The verb `impersonate` is asked last: it grants everything that the other user may do.',
  },
  {
    example: 'docs-user-delete',
    name: 'Not at all',
    by: undefined,
    sentence: 'No mode allows this and the old verb does not either, so the client gets 403.',
  },
]

/** The route of the first steps. */
export const START: Route = {
  id: 'start',
  title: 'Start here',
  audiences: ['learn'],
  sentence:
    'For everybody who is new to constrained impersonation: one example for each of the four modes, one for the old verb, and one that is refused.',
  first: FIRST_STEPS.map(({ example }) => example),
}
