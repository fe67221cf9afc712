import { plainText } from '@authz-playground/engine'
import type { ImpersonatorRow } from '@authz-playground/engine/internal/answers'
import { differentRequests, VERDICT_WORDS } from '@authz-playground/engine/internal/constrain'
import { shortened } from '@authz-playground/pictures'
import { useState } from 'react'
import { closeDialog, goTo, placeIn, playground, useLastAnswer, usePlayground, workerApi } from '../../session/index.ts'
import { announce, DecisionMark, LinkButton, VisuallyHidden, Words } from '../../ui/index.ts'
import type { JudgedView, RequestsView } from '../../worker/index.ts'
import styles from './Constrain.module.css'
import { useConstrainChoices } from './choices.ts'
import { type AskedPlan, known } from './usePlan.ts'

/** So many requests are listed at first. */
const FEW = 20

/** One impersonator: what closes, its rights with their lines, the proof, and its requests before and after. */
export function ImpersonatorRequests({ one, of }: { readonly one: ImpersonatorRow; readonly of: AskedPlan }) {
  const { asked, current } = of
  const view = usePlayground((now) => now.answer)
  const found = useLastAnswer(
    () => (current ? workerApi().constrainRequests(asked, one.key).then(known) : undefined),
    [view, asked, one.key, current],
  )
  const [all, setAll] = useState(false)
  const shown = found?.requests.slice(0, all ? undefined : FEW) ?? []
  const more = (found?.requests.length ?? 0) - shown.length
  return (
    <div className={styles.about}>
      <p className={styles.lead}>
        <Words of={one.closed} />
      </p>
      {one.rights.length > 0 && (
        <ul aria-label="What it holds" className={styles.plain}>
          {one.rights.map(({ role, binding, at }) => (
            <li key={`${plainText(binding)} ${at.start}`}>
              Holds <Words of={[...role, ' by ', ...binding]} />
              {at.source !== 'policy' ? (
                ', which Kubernetes writes'
              ) : (
                <>
                  :{' '}
                  <LinkButton
                    onClick={() => {
                      closeDialog()
                      goTo(placeIn(at))
                    }}
                  >
                    line {at.line.toLocaleString('en')}
                  </LinkButton>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {one.used !== '' && found === undefined && <p className={styles.soft}>The requests are being tried …</p>}
      {found && found.total > 0 && (
        <>
          <ProofLine of={found.proof} />
          <ul aria-label="Requests" className={styles.requests}>
            {shown.map((each, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: replaced as a whole, and without state
              <Judged key={at} one={each} />
            ))}
          </ul>
          {more > 0 && (
            <p>
              <LinkButton onClick={() => setAll(true)}>{more.toLocaleString('en')} more</LinkButton>
            </p>
          )}
          {found.total > found.requests.length && (
            <p className={styles.soft}>
              The first {found.requests.length.toLocaleString('en')} of {found.total.toLocaleString('en')} are listed.
              The rules are for all.
            </p>
          )}
        </>
      )}
    </div>
  )
}

function ProofLine({ of: { moved, lost, near, closed, open, example } }: { readonly of: RequestsView['proof'] }) {
  if (moved + lost === 0) return null
  return (
    <p>
      Of {differentRequests(moved + lost)} that passed, {moved.toLocaleString('en')} still{' '}
      {moved === 1 ? 'passes' : 'pass'}, now constrained.
      {near > 0 &&
        ` Of ${near.toLocaleString('en')} near requests that passed too, ${closed.toLocaleString('en')} are refused now.`}
      {open > 0 && example && (
        <>
          {' '}
          {open.toLocaleString('en')} still pass, because rules grant actions and identities apart:{' '}
          <Words of={example} />.
        </>
      )}
    </p>
  )
}

/** Each request is a step of undo of its own. */
let used = 0

function Judged({ one }: { readonly one: JudgedView }) {
  const { words, verdict, why, before, after, count, seenAt, sent } = one
  const name = plainText(words)
  return (
    <li className={styles.request}>
      <p>
        <span className={styles.marks}>
          <VisuallyHidden>Before: </VisuallyHidden>
          <DecisionMark decision={before.mark} /> {before.code}
          <span aria-hidden="true">→</span>
          <VisuallyHidden>, after: </VisuallyHidden>
          <DecisionMark decision={after.mark} /> {after.code}
        </span>
        <Words of={words} /> <strong>{VERDICT_WORDS[verdict]}</strong>
        {after.constraint !== '' && (
          <>
            , as <code>{after.constraint}</code>
          </>
        )}
      </p>
      {why && (
        <p>
          {why.why} {why.instead}
        </p>
      )}
      <p className={styles.soft}>
        {count.toLocaleString('en')} ×{seenAt.length > 0 && `, ${shortened(seenAt.join(', '))}`}
        {sent && (
          <span className={styles.actions}>
            <LinkButton
              aria-label={`Show on the chart, before and after: ${name}`}
              onClick={() => useConstrainChoices.setState({ shown: { words, sent }, tab: 'chart' })}
            >
              Show on the chart
            </LinkButton>
            <LinkButton
              aria-label={`Use as the request: ${name}`}
              onClick={() => {
                used += 1
                playground.getState().edit({ subject: `observed ${used}`, change: { ...sent } })
                closeDialog()
                announce('On the flowchart')
              }}
            >
              Use as the request
            </LinkButton>
          </span>
        )}
      </p>
    </li>
  )
}
