import {
  ARGUMENTS,
  type Argument,
  DOCUMENTS,
  type DocumentId,
  IN_SHORT,
  TOPICS,
} from '@authz-playground/examples/arguments'
import { useId } from 'react'
import { choose, useChoices, useScreenTitle } from '../../../session/index.ts'
import { LinkButton, Select, Words, withCode } from '../../../ui/index.ts'
import type { ViewProps } from '../view-props.ts'
import styles from './Arguments.module.css'
import { ClaimEntry } from './ClaimEntry.tsx'
import { useInView } from './useInView.ts'
import { type Settled, useVerdicts } from './useVerdicts.ts'
import { VerdictMark } from './VerdictMark.tsx'
import { CLAIM_VERDICTS, type Filter, filtered, summaryOf, type VerdictKind } from './verdicts.ts'

const VIEW = 'compare/arguments'

/**
 * The claims of the documents, each as a quote with its verdict. The verdicts are computed here, on scenarios that can
 * be opened.
 */
export function Arguments({ onClose }: ViewProps) {
  const chosen = useChoices(VIEW)
  const { of: settled, stopped } = useVerdicts(chosen.of)
  const filter = filterOf(chosen)
  const about = ARGUMENTS.find(({ id }) => id === chosen.of)
  useScreenTitle(about === undefined ? 'Arguments' : `Argument: ${about.title.replaceAll('`', '')}`)
  const base = useId()
  const shown = filtered(TOPICS, filter, settled)
  const count = shown.reduce((sum, topic) => sum + topic.arguments.length, 0)

  const show = useInView(chosen.of === undefined ? undefined : `${base}-${chosen.of}`, settled)

  function goTo(id: string): void {
    choose(VIEW, { of: id, document: undefined, verdict: undefined })
    // Where it is chosen already, no effect follows.
    show(`${base}-${id}`)
  }

  return (
    <div className={styles.arguments}>
      <p className={styles.lead}>
        What the documents and their review claim, where it can be computed: the words, what results from them, and the
        requests that show it. Authors are named where the text as reviewed names them.
      </p>
      <p role="status" className={styles.summary}>
        {summaryOf(ARGUMENTS, settled)}
        {stopped && ' The rest could not be computed. Reload the page to try again.'}
      </p>
      <Short settled={settled} onGo={goTo} />
      <div className={styles.filter}>
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
          {filter.document === 'all' && filter.verdict === 'all' ? '' : count === 1 ? '1 claim' : `${count} claims`}
        </span>
      </div>
      {shown.map(({ id, title, arguments: claims }) => (
        <section key={id} aria-labelledby={`${base}-topic-${id}`} className={styles.topic}>
          <h3 id={`${base}-topic-${id}`} className={styles.title}>
            {title}
          </h3>
          <ul>
            {claims.map((argument) => (
              <ClaimEntry
                key={argument.id}
                id={`${base}-${argument.id}`}
                argument={argument}
                settled={settled.get(argument.id)}
                onClose={onClose}
              />
            ))}
          </ul>
        </section>
      ))}
      {count === 0 && <p>No claim of this document has that verdict. Choose another, or any.</p>}
    </div>
  )
}

/** The filter of a link or a person. Unknown values filter nothing. */
function filterOf({ document = 'all', verdict = 'all' }: Partial<Record<keyof Filter, string>>): Filter {
  return {
    document: Object.hasOwn(DOCUMENTS, document) ? (document as DocumentId) : 'all',
    verdict: Object.hasOwn(CLAIM_VERDICTS, verdict) ? (verdict as VerdictKind) : 'all',
  }
}

/** Links to the claims that show why the released feature is as it is. */
function Short({ settled, onGo }: { readonly settled: ReadonlyMap<string, Settled>; onGo(id: string): void }) {
  const id = useId()
  const claims = IN_SHORT.flatMap((wanted): readonly Argument[] => ARGUMENTS.filter((one) => one.id === wanted))
  return (
    <section aria-labelledby={id} className={styles.short}>
      <h3 id={id} className={styles.title}>
        In five minutes: why it is as it is
      </h3>
      <ol>
        {claims.map((argument) => {
          const verdict = settled.get(argument.id)?.verdict
          return (
            <li key={argument.id}>
              <LinkButton onClick={() => onGo(argument.id)}>
                <Words of={withCode(argument.title)} />
              </LinkButton>
              <span>{verdict === undefined ? '…' : <VerdictMark kind={verdict.kind} />}</span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
