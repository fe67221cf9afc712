import { firstNearInWords } from '@authz-playground/engine/internal/explain'
import { goTo, nearPlaces, useExplanation } from '../../session/index.ts'
import { LinkedWords, NearMarks, Words } from '../../ui/index.ts'
import styles from './NearRules.module.css'

/** The rules that come closest to allowing a check, the nearest first, with their marks. */
export function NearRules({ step, number }: { readonly step: number; readonly number: number }) {
  const explanation = useExplanation()
  const unmet = explanation?.unmet.find((one) => one.step === step)
  if (explanation === undefined || unmet === undefined) return null
  const { near, words } = unmet
  if (near.length === 0) {
    const { otherwise } = explanation
    const none = firstNearInWords({ unmet: [unmet], ...(otherwise && { otherwise }) })
    return none && <Words of={none} />
  }
  return (
    <ol className={styles.rules} aria-label={`Rules that nearly fit check ${number}`}>
      {near.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: replaced as a whole, and without state
        <li key={at}>
          <p>
            <LinkedWords of={words[at] ?? []} targets={nearPlaces([one])} onGo={goTo} />
          </p>
          <NearMarks of={one.marks} />
        </li>
      ))}
    </ol>
  )
}
