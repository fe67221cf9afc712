import { shortened } from '@authz-playground/pictures'
import type { ReactNode } from 'react'
import { placeIn, showInEditor, usePlayground } from '../../session/index.ts'
import { LinkButton } from '../../ui/index.ts'
import { caveatOf, errorCount } from '../../worker/index.ts'
import styles from './Questions.module.css'

/** So many errors are listed. */
const LISTED = 5

/** Questions about the policy, once it is understood: until then its errors. */
export function Understood({ children }: { readonly children: ReactNode }) {
  const answer = usePlayground((now) => now.answer)
  const answered = usePlayground((now) => now.answered === now.scenario)
  const notDecided = usePlayground((now) => now.notDecided !== undefined)
  if (notDecided) return <p>Nothing is decided, so nothing is answered here.</p>
  if (answer === undefined || !answered) return <p role="status">The policy is being read …</p>
  const errors = answer.policyDiagnostics.filter(({ severity }) => severity === 'error')
  const caveat = caveatOf(answer)
  if (errors.length === 0 || caveat !== undefined)
    return (
      <>
        {caveat !== undefined && <p className={styles.caveat}>{caveat}</p>}
        {children}
      </>
    )
  return (
    <div role="alert">
      <p>
        <strong>Not answered.</strong> The policy has {errorCount(errors.length)}, so what it grants is not known.
      </p>
      <ul className={styles.problems} aria-label="Errors of the policy">
        {errors.slice(0, LISTED).map(({ code, message, fix, range }) => (
          <li key={`${range.start} ${code}`}>
            <LinkButton onClick={() => showInEditor(placeIn(range))}>
              line {range.line}, column {range.column}
            </LinkButton>
            <p>{shortened(message)}</p>
            {fix !== undefined && <p className={styles.soft}>{shortened(fix)}</p>}
          </li>
        ))}
      </ul>
    </div>
  )
}
