import {
  ARGUMENTS,
  type Argument,
  DOCUMENTS,
  type DocumentId,
  IN_SHORT,
  TOPICS,
} from '@authz-playground/examples/arguments'
import { useEffect, useId } from 'react'
import { choose, useChoices, useScreenTitle } from '../../../session/index.ts'
import { LinkButton, Select, TextField, Words, withCode } from '../../../ui/index.ts'
import type { ViewProps } from '../view-props.ts'
import styles from './Arguments.module.css'
import { ClaimEntry, VerdictMark } from './ClaimEntry.tsx'
import { CLAIM_VERDICTS, type Filter, filtered, summaryOf, type VerdictKind } from './verdicts.ts'

const VIEW = 'compare/arguments'

/**
 * The claims of the documents, each as a quote with its verdict, on scenarios that can be opened. The verdicts are those of
 * their documents, held by tests; the requests of a claim are decided anew when somebody opens them.
 */
export function Arguments({ onClose }: ViewProps) {
  const chosen = useChoices(VIEW)
  const filter = filterOf(chosen)
  const about = ARGUMENTS.find(({ id }) => id === chosen.of)
  useScreenTitle(about === undefined ? 'Arguments' : `Argument: ${about.title.replaceAll('`', '')}`)
  const base = useId()
  const shown = filtered(TOPICS, filter)
  const count = shown.reduce((sum, topic) => sum + topic.arguments.length, 0)
  const narrowed = filter.document !== 'all' || filter.verdict !== 'all' || filter.words.trim() !== ''

  const wanted = about && `${base}-${about.id}`
  useEffect(() => {
    if (wanted !== undefined) focusAtTop(wanted)
  }, [wanted])

  function goTo(id: string): void {
    choose(VIEW, { of: id, document: undefined, verdict: undefined, words: undefined })
    // Where it is chosen already, no effect follows.
    focusAtTop(`${base}-${id}`)
  }

  return (
    <div className={styles.arguments}>
      <p className={styles.lead}>
        What the documents and their review claim, where it can be computed: the words, what results from them, and the
        requests that show it. Authors are named where the text as reviewed names them. Checks are those of the
        impersonation: the check of the request itself is not counted.
      </p>
      <p role="status" className={styles.summary}>
        {summaryOf(ARGUMENTS)}
      </p>
      <Short onGo={goTo} />
      <div className={styles.filter}>
        <div className={styles.search}>
          <TextField
            type="search"
            label="Search"
            prose
            value={filter.words}
            onChange={(words) => choose(VIEW, { of: undefined, words: words || undefined })}
            placeholder="webhook, masters, liggitt"
          />
        </div>
        <Select
          inline
          label="Document"
          value={filter.document}
          options={[
            { value: 'all', title: 'all' },
            ...(Object.keys(DOCUMENTS) as DocumentId[]).map((value) => ({ value, title: DOCUMENTS[value].title })),
          ]}
          onChange={(document) => choose(VIEW, { of: undefined, document: document === 'all' ? undefined : document })}
        />
        <Select
          inline
          label="Verdict"
          value={filter.verdict}
          options={[
            { value: 'all', title: 'any' },
            ...(Object.keys(CLAIM_VERDICTS) as VerdictKind[]).map((value) => ({
              value,
              title: CLAIM_VERDICTS[value].word,
            })),
          ]}
          onChange={(verdict) => choose(VIEW, { of: undefined, verdict: verdict === 'all' ? undefined : verdict })}
        />
        <span className={styles.count} role="status">
          {!narrowed ? '' : count === 1 ? '1 claim' : `${count} claims`}
        </span>
      </div>
      {shown.map(({ id, title, arguments: claims }) => (
        <section key={id} aria-labelledby={`${base}-topic-${id}`} className={styles.topic}>
          <h3 id={`${base}-topic-${id}`} className={styles.title}>
            {title}
          </h3>
          <ul>
            {claims.map((argument) => (
              <ClaimEntry key={argument.id} id={`${base}-${argument.id}`} argument={argument} onClose={onClose} />
            ))}
          </ul>
        </section>
      ))}
      {count === 0 && (
        <p>
          {filter.words.trim() === ''
            ? 'No claim of this document has that verdict. Choose another, or any.'
            : 'No claim has all of these words. Leave one out, or choose any document and verdict.'}
        </p>
      )}
    </div>
  )
}

/** The filter of a link or a person. Unknown values filter nothing. */
function filterOf({ words = '', document = 'all', verdict = 'all' }: Partial<Record<keyof Filter, string>>): Filter {
  return {
    words,
    document: Object.hasOwn(DOCUMENTS, document) ? (document as DocumentId) : 'all',
    verdict: Object.hasOwn(CLAIM_VERDICTS, verdict) ? (verdict as VerdictKind) : 'all',
  }
}

/** Links to the claims that show why the released feature is as it is. */
function Short({ onGo }: { onGo(id: string): void }) {
  const id = useId()
  const claims = IN_SHORT.flatMap((wanted): readonly Argument[] => ARGUMENTS.filter((one) => one.id === wanted))
  return (
    <section aria-labelledby={id} className={styles.short}>
      <h3 id={id} className={styles.title}>
        In five minutes: why it is as it is
      </h3>
      <ol>
        {claims.map((argument) => (
          <li key={argument.id}>
            <LinkButton onClick={() => onGo(argument.id)}>
              <Words of={withCode(argument.title)} />
            </LinkButton>
            <span>
              <VerdictMark kind={argument.verdict.kind} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function focusAtTop(id: string): void {
  const element = document.getElementById(id)
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'start' })
}
