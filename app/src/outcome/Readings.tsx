import type { Label, Reading } from '@authz-playground/engine'
import { usePlayground } from '../scenario/playground.ts'
import { withNouns } from '../ui/nouns.ts'
import { Words } from '../ui/Words.tsx'
import styles from './Readings.module.css'

/** Where the document behind the design contradicts itself, how it is read here. Nothing for a design that is of one mind. */
export function Readings() {
  const readings = usePlayground(({ answer }) => answer?.design.readings) ?? []
  const terms = readings.flatMap(({ inShort }) => (inShort === undefined ? [] : [inShort]))
  if (terms.length === 0) return null
  return (
    <details className={styles.readings}>
      <summary>
        Where the text contradicts itself, read as <Words of={listed(terms)} />
      </summary>
      <ReadingList readings={readings} />
    </details>
  )
}

function listed(terms: readonly string[]): Label {
  return terms.flatMap((code, i) => [...(i === 0 ? [] : [i === terms.length - 1 ? ' and ' : ', ']), { code }])
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
