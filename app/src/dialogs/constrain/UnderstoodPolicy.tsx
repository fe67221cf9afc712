import { shortened } from '@authz-playground/pictures'
import type { ReactNode } from 'react'
import { closeDialog, goTo, placeIn, usePlayground } from '../../session/index.ts'
import { LinkButton } from '../../ui/index.ts'
import { errorCount } from '../../worker/index.ts'

/** The children, once the policy is understood: until then its first error. A plan for a part of a policy would be wrong. */
export function UnderstoodPolicy({ children }: { readonly children: ReactNode }) {
  const answer = usePlayground((now) => now.answer)
  const notDecided = usePlayground((now) => now.notDecided !== undefined)
  if (notDecided) return <p>Nothing is decided, so nothing is answered here.</p>
  if (answer === undefined) return <p role="status">The policy is being read …</p>
  const errors = answer.policyDiagnostics.filter(({ severity }) => severity === 'error')
  const [first] = errors
  if (first === undefined) return children
  const { line, column } = first.range
  return (
    <div role="alert">
      <p>
        <strong>No rules are made.</strong> The policy has {errorCount(errors.length)}, so what it grants is not known.
      </p>
      <p>
        <LinkButton
          onClick={() => {
            closeDialog()
            goTo(placeIn(first.range))
          }}
        >
          line {line}, column {column}
        </LinkButton>
        : {shortened(first.message)} {first.fix !== undefined && shortened(first.fix)}
      </p>
    </div>
  )
}
