import { lineInWords } from '@authz-playground/engine/internal/words'
import { shortened } from '@authz-playground/pictures'
import { useState } from 'react'
import { currentHighlights, goTo, placeIn, playground, usePlayground } from '../../session/index.ts'
import { classes, DecisionMark, LinkButton, VisuallyHidden } from '../../ui/index.ts'
import type { AnswerView, ChangesView, FieldView } from '../../worker/index.ts'
import styles from './ChangedFields.module.css'
import { COVERAGE_MARKS, changesGlance, changesInWords, figuresOf, firstFields, promise } from './changed-fields.ts'
import { Drawer } from './Drawer.tsx'

interface ChangedFieldsProps {
  readonly changes: ChangesView
  readonly trace: AnswerView['trace']
}

/** So many fields are shown at first; a button shows the others. */
const FIRST = 8

/** The fields that the request changes, the permissions that cover each, and the number of checks. */
export function ChangedFields({ changes, trace }: ChangedFieldsProps) {
  const [all, setAll] = useState(false)
  const answer = { changes, trace }
  const { fields, total } = changes
  const shown = all ? fields : firstFields(fields, FIRST)
  const bar = promise(answer)
  return (
    <Drawer title="Changed fields" glance={changesGlance(answer)} initially="open">
      <p className={styles.words}>{changesInWords(answer)}</p>
      <Figures answer={answer} />
      {fields.length > 0 && (
        <ol aria-label="Changed fields">
          {shown.map((field) => (
            <Field key={field.path} field={field} trace={trace} />
          ))}
        </ol>
      )}
      {fields.length > FIRST && (
        <p>
          <LinkButton aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? `Show the first ${FIRST}` : `Show ${(fields.length - FIRST).toLocaleString('en')} more`}
          </LinkButton>
          {all && total > fields.length && ` These are the first of ${total.toLocaleString('en')}.`}
        </p>
      )}
      {bar !== undefined && <p className={styles.note}>{bar}</p>}
    </Drawer>
  )
}

function Figures({ answer }: { readonly answer: ChangedFieldsProps }) {
  const figures = figuresOf(answer)
  if (figures.length === 0) return null
  return (
    <dl className={styles.figures}>
      {figures.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Field({ field, trace }: { readonly field: FieldView; readonly trace: AnswerView['trace'] }) {
  const { path, before, after, byWebhook, coverage, verbs, stored } = field
  const highlighted = usePlayground((now) =>
    verbs.some(({ step }) => step !== undefined && currentHighlights(now).steps.has(step)),
  )
  const last = verbs.findLast(({ step }) => step !== undefined)?.step
  const point = (step: number | undefined): void =>
    playground.getState().point(step === undefined ? undefined : { kind: 'step', step })
  return (
    <li
      className={classes(styles.field, highlighted && styles.highlighted)}
      onPointerEnter={() => point(last)}
      onPointerLeave={() => point(undefined)}
    >
      <div className={styles.path}>
        <DecisionMark decision={COVERAGE_MARKS[coverage]} /> <code>{shortened(path)}</code>
      </div>
      <div className={styles.about}>
        <p>
          {before === undefined ? <span className={styles.soft}>nothing</span> : <code>{shortened(before)}</code>}
          <span className={styles.soft} aria-hidden="true">
            {' → '}
          </span>
          <VisuallyHidden> becomes </VisuallyHidden>
          {after === undefined ? <span className={styles.soft}>nothing</span> : <code>{shortened(after)}</code>}
          {stored && (
            <>
              {' · '}
              <LinkButton onClick={() => goTo(placeIn(stored))}>{lineInWords(stored)}</LinkButton>
            </>
          )}
        </p>
        {byWebhook && <p className={styles.soft}>Webhooks change it, not the request itself.</p>}
        {verbs.length > 0 && <Verbs verbs={verbs} trace={trace} />}
        <p className={classes(coverage !== 'missing' && styles.soft)}>{coveredBy(field, trace)}</p>
      </div>
    </li>
  )
}

/** The permissions that cover a field, from general to specific, each with its decision where it was checked. */
function Verbs({ verbs, trace }: { readonly verbs: FieldView['verbs']; readonly trace: AnswerView['trace'] }) {
  return (
    <ol className={styles.verbs} aria-label="Permissions, from general to specific">
      {verbs.map(({ verb, step }) => {
        const answer = step === undefined ? undefined : trace?.steps[step]?.check?.answer
        const rule = answer?.evidence?.rule?.range
        return (
          <li key={verb} className={classes(step === undefined && styles.soft)}>
            {answer ? <DecisionMark decision={answer.decision} /> : <span />}
            <span>
              <code>{shortened(verb)}</code>
              {step === undefined ? (
                <VisuallyHidden>, not asked</VisuallyHidden>
              ) : (
                <>
                  {' '}
                  <LinkButton onClick={() => goToStep(step)}>check {numberOf(step, trace)}</LinkButton>
                </>
              )}
              {rule && (
                <>
                  {', '}
                  <LinkButton onClick={() => goTo(placeIn(rule))}>{lineInWords(rule)}</LinkButton>
                </>
              )}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

function goToStep(step: number): void {
  playground.getState().lookUp(step)
  goTo({ kind: 'step', step })
}

/** The number of a check among all checks, from 1. */
function numberOf(step: number, trace: AnswerView['trace']): number {
  return (trace?.steps ?? []).slice(0, step + 1).filter(({ check }) => check !== undefined).length
}

function coveredBy({ coverage, verbs, byWebhook }: FieldView, trace: AnswerView['trace']): string {
  switch (coverage) {
    case 'verb':
      return 'Covered.'
    case 'ordinary':
      return 'Covered by the request’s own verb.'
    case 'missing':
      return verbs.length === 0
        ? 'Not covered: it has no verb of its own. Here the request ended.'
        : 'Not covered: none of these is held. Here the request ended.'
    case 'open':
      return byWebhook && trace?.outcome.kind === 'allowed'
        ? 'Not looked at: it changes after the checks.'
        : 'Not looked at.'
  }
}
