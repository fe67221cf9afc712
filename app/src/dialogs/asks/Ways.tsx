import type { Evidence } from '@authz-playground/engine'
import { evidenceInWords } from '@authz-playground/engine/query'
import { useState } from 'react'
import { LinkButton, LinkedWords } from '../../ui/index.ts'
import { placesOf, showInEditor } from './places.ts'
import styles from './Questions.module.css'

/** So many are listed at first. */
const FEW = 3

/** The rules and bindings that something rests on, each with links to its lines. */
export function Ways({ of }: { readonly of: readonly Evidence[] }) {
  const [all, setAll] = useState(false)
  const shown = all ? of : of.slice(0, FEW)
  return (
    <>
      <ul className={styles.ways}>
        {shown.map((evidence, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: replaced as a whole, and without state
          <li key={at}>
            <LinkedWords of={evidenceInWords(evidence)} targets={placesOf([evidence])} onGo={showInEditor} />
          </li>
        ))}
      </ul>
      {of.length > shown.length && (
        <LinkButton onClick={() => setAll(true)}>{(of.length - shown.length).toLocaleString('en')} more</LinkButton>
      )}
    </>
  )
}
