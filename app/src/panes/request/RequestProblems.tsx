import type { Diagnostic } from '@authz-playground/engine'
import { shortened } from '@authz-playground/pictures'
import { goTo } from '../../session/index.ts'
import { classes, LinkButton } from '../../ui/index.ts'
import styles from './RequestProblems.module.css'

/** So many problems fit beside the text; the others are marked in it. */
const SHOWN = 4

/** The errors and warnings of the request, with their lines and how to correct them. */
export function RequestProblems({ diagnostics }: { readonly diagnostics: readonly Diagnostic[] }) {
  if (diagnostics.length === 0) return null
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  const shown = [...errors, ...diagnostics.filter(({ severity }) => severity !== 'error')].slice(0, SHOWN)
  const more = diagnostics.length - shown.length
  return (
    <ul className={styles.problems} aria-label="Problems in the request">
      {shown.map(({ code, severity, message, fix, range }) => (
        <li key={`${range.start} ${code} ${message}`} className={classes(severity === 'error' && styles.error)}>
          <LinkButton onClick={() => goTo({ kind: 'request', offset: range.start })}>Line {range.line}</LinkButton>{' '}
          {shortened(message)} {fix !== undefined && <Fix fix={fix} />}
        </li>
      ))}
      {more > 0 && <li>{more.toLocaleString('en')} more are marked in the text.</li>}
    </ul>
  )
}

/** A fix is a sentence, or a text to type. */
function Fix({ fix }: { readonly fix: string }) {
  return fix.endsWith('.') ? shortened(fix) : <code className={styles.fix}>{shortened(fix)}</code>
}
