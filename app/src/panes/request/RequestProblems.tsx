import type { Diagnostic, RequestForm } from '@authz-playground/engine'
import { shortened } from '@authz-playground/pictures'
import { goTo, playground } from '../../session/index.ts'
import { classes, LinkButton } from '../../ui/index.ts'
import styles from './RequestPane.module.css'

/** So many problems fit beside the text; the others are marked in it. */
const SHOWN = 4

/** Codes of problems whose fix is a whole request, and the words that put it in place of the written one. */
const WHOLE: ReadonlyMap<string, string> = new Map([['empty-request', 'Begin with this example']])

interface RequestProblemsProps {
  /** The form in which the request is written. */
  readonly form: RequestForm
  readonly diagnostics: readonly Diagnostic[]
}

/** The errors and warnings of the request, with their lines and how to correct them. */
export function RequestProblems({ form, diagnostics }: RequestProblemsProps) {
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
          {fix !== undefined && WHOLE.has(code) && (
            <>
              {' '}
              <LinkButton
                onClick={() =>
                  playground
                    .getState()
                    .edit({ subject: `whole request ${fix}`, change: { request: { form, text: fix } } })
                }
              >
                {WHOLE.get(code)}
              </LinkButton>
            </>
          )}
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
