import { useMemo } from 'react'
import { Code, Words, withCode } from '../../../ui/index.ts'
import styles from './MistakeList.module.css'
import { rulePage } from './rule-page.ts'

/** Why a rule of the lint is one, with an example that it warns of and one that it does not. */
export function RulePageView({ rule }: { readonly rule: string }) {
  const page = useMemo(() => rulePage(rule), [rule])
  if (page === undefined) return null
  return (
    <section aria-label={`About ${rule}`} className={styles.page}>
      {page.why.map((paragraph) => (
        <p key={paragraph}>
          <Words of={withCode(paragraph)} />
        </p>
      ))}
      <h5>Bad</h5>
      <Code text={page.bad} label={`A bad example of ${rule}`} />
      <h5>Good</h5>
      <Code text={page.good} label={`A good example of ${rule}`} />
    </section>
  )
}
