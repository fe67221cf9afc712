import type { Agreement, Missing, MissingPlace } from '@authz-playground/engine/logs'
import { useId, useState } from 'react'
import {
  closeNote,
  goTo,
  type Note,
  observedNote,
  playground,
  SOURCE_NAMES,
  useLastAnswer,
  usePlayground,
  workerApi,
} from '../../../session/index.ts'
import { IconButton, LinkButton, Words } from '../../../ui/index.ts'
import styles from './ObservedNote.module.css'
import { offsetOf } from './place.ts'

interface ObservedNoteProps {
  /** Goes to the requestor, to change it. */
  onRequestor(): void
}

/**
 * The source that the page was filled from, the missing parts, and whether the playground answers as the cluster did.
 */
export function ObservedNote({ onRequestor }: ObservedNoteProps) {
  const note = usePlayground(({ about }) => observedNote(about))
  const [closed, setClosed] = useState<Note>()
  if (note === undefined || note === closed) return null
  return (
    <Shown
      note={note}
      onRequestor={onRequestor}
      onClose={() => {
        closeNote(note)
        setClosed(note)
      }}
    />
  )
}

function Shown({ note, onRequestor, onClose }: ObservedNoteProps & { readonly note: Note; onClose(): void }) {
  const { observed, filling } = note
  const agreement = useAgreement(note)
  const title = useId()
  const go = (place: MissingPlace): void => {
    if (place === 'requestor') onRequestor()
    else goTo({ kind: 'request', offset: offsetOf(place, playground.getState().scenario.request.text) })
  }
  const needed = filling.missing.filter((one) => one.needed)
  const open = filling.missing.filter((one) => !one.needed)
  return (
    <section className={styles.note} aria-labelledby={title}>
      <header className={styles.head}>
        <h3 id={title}>Filled from {SOURCE_NAMES[observed.source]}</h3>
        <IconButton icon="close" label="Close this note" onClick={onClose} />
      </header>
      <div role="status" className={styles.agreement}>
        {agreement && (
          <p className={agreement.agrees ? undefined : styles.differs}>
            <Words of={agreement.words} />
          </p>
        )}
        {agreement?.why.map((why, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: replaced as a whole
          <p key={index}>
            <Words of={why} />
          </p>
        ))}
      </div>
      {filling.remarks.map((words, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: replaced as a whole
        <p key={index}>
          <Words of={words} />
        </p>
      ))}
      {needed.length > 0 && <MissingList parts={needed} onGo={go} />}
      {open.length > 0 && (
        <details className={styles.more}>
          <summary>Not reported: {inList(open.map(({ place }) => SHORT[place]))}</summary>
          <MissingList parts={open} onGo={go} />
        </details>
      )}
      <details className={styles.more}>
        <summary>What was read{filling.assumed.length > 0 && ', and what was assumed'}</summary>
        <dl>
          {filling.filled.map(({ what, words }) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>
                <Words of={words} />
              </dd>
            </div>
          ))}
          {filling.assumed.length > 0 && (
            <div>
              <dt>Stands in</dt>
              {filling.assumed.map((words, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: replaced as a whole
                <dd key={index}>
                  <Words of={words} />
                </dd>
              ))}
            </div>
          )}
        </dl>
      </details>
    </section>
  )
}

interface MissingListProps {
  readonly parts: readonly Missing[]
  onGo(place: MissingPlace): void
}

function MissingList({ parts, onGo }: MissingListProps) {
  return (
    <ul className={styles.missing}>
      {parts.map(({ words, place, needed }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: replaced as a whole
        <li key={index} className={needed ? styles.needed : undefined}>
          <Words of={words} /> <LinkButton onClick={() => onGo(place)}>{PLACES[place]}</LinkButton>
        </li>
      ))}
    </ul>
  )
}

/** The places in a few words, each once. */
function inList(words: readonly string[]): string {
  return [...new Set(words)].join(', ')
}

const SHORT: Readonly<Record<MissingPlace, string>> = {
  requestor: 'parts of who asks',
  impersonation: 'the impersonated user',
  request: 'parts of the request line',
  body: 'the body',
}

const PLACES: Readonly<Record<MissingPlace, string>> = {
  requestor: 'Go to the requestor',
  impersonation: 'Go to the headers',
  request: 'Go to the request line',
  body: 'Go to the body',
}

/** Compares the answer on the page with the cluster’s; undefined until there is an answer. */
function useAgreement({ observed, filling }: Note): Agreement | undefined {
  const answered = usePlayground((now) => (now.answered === now.scenario ? now.answered : undefined))
  const ask = () => (answered === undefined ? undefined : workerApi().agreement(observed, filling))
  const agreement = useLastAnswer(ask, [answered, observed, filling])
  // While nothing is decided there is nothing to compare, and the last comparison is of another request.
  const decided = usePlayground(({ answer }) => answer?.state === 'decided')
  return decided ? agreement : undefined
}
