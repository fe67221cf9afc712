import type { Assumption, RichText } from '@authz-playground/engine'
import { useId } from 'react'
import { playground, usePlayground } from '../../session/index.ts'
import { Words, withNouns } from '../../ui/index.ts'
import type { AnswerView } from '../../worker/index.ts'
import styles from './AssumptionChoices.module.css'

/** How the document of the design is read where it contradicts itself. Nothing for a design whose document does not. */
export function AssumptionChoices() {
  const design = usePlayground(({ answer }) => answer?.design)
  const terms = design === undefined ? [] : termsOf(design)
  if (design === undefined || terms.length === 0) return null
  return (
    <details className={styles.readings}>
      <summary>
        Where the text leaves it open, read as <Words of={listed(terms)} />
      </summary>
      <ReadingList design={design} />
    </details>
  )
}

/** The chosen terms for the points that the text leaves open or contradicts. */
function termsOf({ assumptions, assumed }: AnswerView['design']): readonly string[] {
  return assumptions.flatMap(({ id, options }) => {
    const { inShort } = options.find((option) => option.id === assumed[id]) ?? options[0]
    return inShort === undefined ? [] : [inShort]
  })
}

function listed(terms: readonly string[]): RichText {
  return terms.flatMap((code, i) => [...(i === 0 ? [] : [i === terms.length - 1 ? ' and ' : ', ']), { code }])
}

/**
 * The points that the document of the design leaves open, and how each is read. Where other readings change an answer,
 * a person can choose.
 */
export function ReadingList({ design }: { readonly design: AnswerView['design'] }) {
  return (
    <ul className={styles.list}>
      {design.assumptions.map(({ id, text, options }) => (
        <li key={id}>
          <p className={styles.text}>
            <Words of={withNouns(text)} />
          </p>
          {options.length === 1 ? (
            <p>
              <Words of={withNouns(options[0].reading)} />
            </p>
          ) : (
            <Choice design={design} id={id} text={text} options={options} />
          )}
        </li>
      ))}
    </ul>
  )
}

/** The readings of one open point. */
function Choice({ design, id, text, options }: Pick<Assumption, 'id' | 'text' | 'options'> & DesignProps) {
  const name = useId()
  // The choice shows at once, before its answer has come.
  const chosen = usePlayground(({ scenario }) => scenario.assumptions?.[design.id]?.[id]) ?? options[0].id
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>{text}</legend>
      {options.map((option) => (
        <label key={option.id} className={styles.option}>
          <input
            type="radio"
            name={name}
            checked={chosen === option.id}
            onChange={() => assume(design.id, id, option.id)}
          />
          <span>
            <Words of={withNouns(option.reading)} />
          </span>
        </label>
      ))}
    </fieldset>
  )
}

interface DesignProps {
  readonly design: AnswerView['design']
}

function assume(design: string, assumption: string, option: string): void {
  const { scenario, edit } = playground.getState()
  const { assumptions = {} } = scenario
  edit({
    subject: `assumption ${design} ${assumption}`,
    change: { assumptions: { ...assumptions, [design]: { ...assumptions[design], [assumption]: option } } },
  })
}
