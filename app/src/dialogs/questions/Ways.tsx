import { type Evidence, plainText } from '@authz-playground/engine'
import { evidenceInWords } from '@authz-playground/engine/internal/query'
import { useMemo, useState } from 'react'
import { placesOf, showInEditor } from '../../session/index.ts'
import { LinkButton, LinkedWords } from '../../ui/index.ts'
import styles from './Questions.module.css'

/** So many are listed at first. */
const FEW = 3

/** The rules and bindings that something rests on, each with links to its lines. */
export function Ways({ of }: { readonly of: readonly Evidence[] }) {
  const [all, setAll] = useState(false)
  // A rule may allow two parts of the same impersonation.
  const said = useMemo(() => distinct(of), [of])
  const shown = all ? said : said.slice(0, FEW)
  return (
    <>
      <ul className={styles.ways}>
        {shown.map(([key, { words, evidence }]) => (
          <li key={key}>
            <LinkedWords of={words} targets={placesOf([evidence])} onGo={showInEditor} />
          </li>
        ))}
      </ul>
      {said.length > shown.length && (
        <LinkButton onClick={() => setAll(true)}>{(said.length - shown.length).toLocaleString('en')} more</LinkButton>
      )}
    </>
  )
}

/** Evidence by its words. */
function distinct(of: readonly Evidence[]) {
  const byWords = new Map(
    of.map((evidence) => {
      const words = evidenceInWords(evidence)
      return [plainText(words), { words, evidence }]
    }),
  )
  return [...byWords]
}
