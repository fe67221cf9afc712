import styles from './VerdictMark.module.css'
import { CLAIM_VERDICTS, type VerdictKind } from './verdicts.ts'

/** A verdict as a shape and a word, without a colour. */
export function VerdictMark({ kind }: { readonly kind: VerdictKind }) {
  const { word, shape } = CLAIM_VERDICTS[kind]
  return (
    <span className={styles.mark}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={shape} />
      </svg>
      <span>{word}</span>
    </span>
  )
}
