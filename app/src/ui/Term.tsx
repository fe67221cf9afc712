import type { ReactNode } from 'react'
import { useHint } from './hint.tsx'
import styles from './Term.module.css'
import { TERMS, type TermName } from './terms.ts'

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
