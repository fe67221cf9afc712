import { OWN_DESIGN } from '@authz-playground/engine'
import {
  answersInWords,
  BESIDE_WORDS,
  examplesInWords,
  type OtherAnswer,
  rulesInWords,
} from '@authz-playground/examples/beside'
import { useId } from 'react'
import {
  openExample,
  playground,
  useAnswer,
  usePlayground,
  useScreenTitle,
  workerApi,
  writeDesign,
} from '../../../session/index.ts'
import { Button, LinkButton } from '../../../ui/index.ts'
import { INTENT_VERDICTS } from '../intents/verdicts.ts'
import type { ViewProps } from '../view-props.ts'
import styles from './OwnDesign.module.css'
import { type Tried, useTried } from './useTried.ts'

/** A design of one’s own beside the one that it begins with: what is said of it, and what it answers. */
export function OwnDesign({ onClose }: ViewProps) {
  const scenario = usePlayground((now) => now.scenario)
  const { designText = '' } = scenario
  const beside = useAnswer(() => workerApi().designBeside(designText), [designText])
  const designs = usePlayground((now) => now.designs) ?? []
  const tried = useTried(scenario, beside?.base)
  useScreenTitle('A design of one’s own', true)
  if (designText === '') return <Begin onClose={onClose} />
  if (beside === undefined) return <p className={styles.lead}>The text of the design is not fully understood.</p>
  const { title, base, points } = beside
  if (base === undefined) {
    return (
      <p className={styles.lead}>
        “{title}” begins with no design, so there is none to compare it with. Write <code>from:</code> and the id of
        one.
      </p>
    )
  }
  const other = designs.find(({ id }) => id === base)?.title ?? base
  return (
    <>
      <p className={styles.lead}>
        “{title}” beside “{other}”, with which it begins.
      </p>
      <Section title={BESIDE_WORDS.points}>
        {points.length === 0 ? (
          <p>{BESIDE_WORDS.noPoints}</p>
        ) : (
          <Table
            head={['Point', other, title]}
            rows={points.map(({ point, title, base, own }) => ({ id: point, cells: [title, base, own] }))}
          />
        )}
      </Section>
      <Section title="The request on the page">
        <p role="status">
          {tried.request === undefined ? 'Deciding…' : answersInWords(tried.request, { base: other, own: title })}
        </p>
      </Section>
      <Section title={BESIDE_WORDS.examples}>
        <Examples tried={tried} heads={[other, title]} designText={designText} onClose={onClose} />
      </Section>
      <Section title={BESIDE_WORDS.intents}>
        <p>{rulesInWords(other)}</p>
        {tried.intents === undefined ? (
          <p role="status">Sending the requests…</p>
        ) : (
          <Table
            head={['Intent', other, title]}
            rows={tried.intents.map(({ intent: { id, title }, base, own }) => ({
              id,
              cells: [title, INTENT_VERDICTS[base].words, INTENT_VERDICTS[own].words],
            }))}
          />
        )}
      </Section>
    </>
  )
}

function Begin({ onClose }: ViewProps) {
  const thread = useAnswer(() => workerApi().threadDesigns(), [])
  function begin(text?: string): void {
    onClose()
    void writeDesign(text)
  }
  return (
    <>
      <p className={styles.lead}>
        A design is a text: steps, each a question, and an expression of “all” and “first” over them. It begins as the
        design on the page, and its chart and its answers follow what you write.
      </p>
      <p>
        <Button onClick={() => begin()}>Write a design</Button>
      </p>
      {thread && (
        <Section title="Or begin with one that reviewers asked for">
          <ul className={styles.thread}>
            {thread.map(({ title, text }) => (
              <li key={title}>
                <LinkButton onClick={() => begin(text)}>{title}</LinkButton>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

interface ExamplesProps extends ViewProps {
  readonly tried: Tried
  readonly heads: readonly [string, string]
  readonly designText: string
}

function Examples({ tried: { examples }, heads, designText, onClose }: ExamplesProps) {
  if (examples === undefined) return <p role="status">Deciding the examples…</p>
  const { other } = examples
  function open({ example }: OtherAnswer): void {
    openExample(example)
    playground.getState().edit({ subject: 'design', change: { design: OWN_DESIGN, designText } })
    onClose()
  }
  return (
    <>
      <p role="status">{examplesInWords(examples)}</p>
      {other.length > 0 && (
        <Table
          head={['Example', ...heads]}
          rows={other.map((one) => ({
            id: one.example.id,
            cells: [
              <LinkButton key="example" onClick={() => open(one)}>
                {one.example.title}
              </LinkButton>,
              one.base.code,
              one.own.code,
            ],
          }))}
        />
      )}
    </>
  )
}

function Section({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h3 id={id} className={styles.heading}>
        {title}
      </h3>
      {children}
    </section>
  )
}

interface TableProps {
  readonly head: readonly string[]
  /** The first cell of a row names it. */
  readonly rows: readonly { readonly id: string; readonly cells: readonly React.ReactNode[] }[]
}

function Table({ head, rows }: TableProps) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {head.map((one) => (
            <th key={one} scope="col">
              {one}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, cells: [name, ...cells] }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            {cells.map((cell, column) => (
              <td key={head[column + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
