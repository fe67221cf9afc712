import type { Reading } from '@authz-playground/engine'
import { useId } from 'react'
import { usePlayground } from '../scenario/playground.ts'
import { withNouns } from '../ui/nouns.ts'
import { Words } from '../ui/Words.tsx'
import styles from './Readings.module.css'

/** Where the document behind the design contradicts itself or is silent, and how it is read here. Nothing for a design without any. */
export function Readings() {
  const readings = usePlayground(({ answer }) => answer?.design.readings)
  const title = useId()
  if (readings === undefined || readings.length === 0) return null
  return (
    <section className={styles.readings} aria-labelledby={title}>
      <h3 id={title}>How the text is read</h3>
      <ReadingList readings={readings} />
    </section>
  )
}

export function ReadingList({ readings }: { readonly readings: readonly Reading[] }) {
  return (
    <ul className={styles.list}>
      {readings.map(({ text, taken }) => (
        <li key={text}>
          <p className={styles.text}>
            <Words of={withNouns(text)} />
          </p>
          <p>
            <Words of={withNouns(taken)} />
          </p>
        </li>
      ))}
    </ul>
  )
}
