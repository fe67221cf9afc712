import type { ReactNode } from 'react'
import { useHint } from './hint.tsx'
import styles from './Term.module.css'

/** Terms, each explained in one line, in the words of the Kubernetes documentation where it has some. */
const TERMS = {
  requestor: 'Who sends the request: the user that authentication found, before any impersonation.',
  'impersonated user': 'Who the rest of the API server takes the request to be from, once impersonation is allowed.',
  'wanted user': 'Who the Impersonate-* headers ask for. They are impersonated only if every check allows it.',
  mode: 'A way to be allowed to impersonate, with verbs of its own: user-info, serviceaccount, associated-node, arbitrary-node. The API server tries each that fits the wanted user, in a fixed order.',
  check: 'One question to the authorizers: may this user do this? A SubjectAccessReview shows it.',
  flowchart:
    'Each box is a step of the API server. A box with doubled sides sends access reviews, and its stamp is what they answer: Allow, NoOpinion (no rule grants it), Deny, Conditional (it depends on the object), or not decided. The heavy line is the way that the request took.',
  decision:
    'What an authorizer answers to a check: Allow, Deny or NoOpinion. If nobody allows, the request is refused.',
  NoOpinion:
    'The authorizer neither allows nor denies. The next one is asked; when none is left, the request is refused.',
  'cluster-wide':
    'The check has no namespace, as for nodes, for the users that a request impersonates, and for a list of all namespaces. Only a ClusterRoleBinding grants it.',
  'feature gate':
    'A switch of the API server. ConstrainedImpersonation turns the new checks on; when it is off, only the verb impersonate is asked.',
  design: 'One way in which the API server could decide, as a document describes it or a release does it.',
  'authorization mode':
    'An authorizer named by --authorization-mode. They are asked in the order given; the first Allow or Deny counts.',
  'server memory':
    'What the API server keeps of earlier requests for constrained impersonation: by username the mode that last worked, to be tried first, and for ten seconds which requests and which identities were allowed, not to be checked again.',
} as const

type TermName = keyof typeof TERMS

/** The terms that {@link TERMS} explains, as a glossary shows them. */
export const GLOSSARY: readonly (readonly [TermName, string])[] = Object.entries(TERMS) as [TermName, string][]

/**
 * A term where it is first used, explained in one line on hover, focus and tap. `children` replace its name in the
 * sentence.
 */
export function Term({ name, children = name }: { readonly name: TermName; readonly children?: ReactNode }) {
  const hint = useHint(TERMS[name], 'explanation')
  return (
    <>
      <button
        type="button"
        className={styles.term}
        {...hint.trigger}
        onClick={(event) => hint.show(event.currentTarget)}
      >
        {children}
      </button>
      {hint.bubble}
    </>
  )
}
