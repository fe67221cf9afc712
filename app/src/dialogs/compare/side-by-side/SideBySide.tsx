import { differenceInWords } from '@authz-playground/pictures'
import { useEffect, useMemo } from 'react'
import { ChartPair } from '../../../chart/index.ts'
import { playground, useLastAnswer, usePlayground, useScreenTitle, workerApi } from '../../../session/index.ts'
import { Select, VisuallyHidden, Words } from '../../../ui/index.ts'
import type { AnswerView } from '../../../worker/index.ts'
import { CopyVerdict, viewAddress } from '../CopyVerdict.tsx'
import { useComparison } from '../designs/useComparison.ts'
import type { ViewProps } from '../view-props.ts'
import { pairOf, pick, usePicked, withSide } from './pair.ts'
import { Sequences } from './Sequences.tsx'
import styles from './SideBySide.module.css'

/** Two designs on one request: what differs, and their flowcharts next to each other, stepping together. */
export function SideBySide({ onClose }: ViewProps) {
  const onPage = usePlayground((now) => now.scenario.design)
  const designs = usePlayground((now) => now.designs)
  const known = usePicked().filter((picked) => designs === undefined || designs.some(({ id }) => id === picked))
  const pair = pairOf(known, onPage)
  const titleOf = (design: string) => designs?.find(({ id }) => id === design)?.title ?? design
  useScreenTitle(`“${titleOf(pair[0])}” beside “${titleOf(pair[1])}”`, true)
  const [left, right] = [useAnswerUnder(pair[0]), useAnswerUnder(pair[1])]
  const answers = useMemo(() => left && right && ([left, right] as const), [left, right])
  // The player of the page stops, because two players at once are hard to follow.
  useEffect(() => playground.getState().pause(), [])

  return (
    <>
      <div className={styles.sides}>
        <div className={styles.difference}>
          <p>
            <Difference pair={pair} />
          </p>
          <CopyVerdict
            embeddable
            name={`comparison of ${pair.map(titleOf).join(' and ')}`}
            link={() => viewAddress('compare/side-by-side', { of: pair.join(',') }, true)}
            markdown={(link) => pairMarkdown(pair, titleOf, link)}
          />
        </div>
        {answers && (
          <ChartPair
            answers={answers}
            titles={[answers[0].design.title, answers[1].design.title]}
            outdated={[answers[0].design.id !== pair[0], answers[1].design.id !== pair[1]]}
            head={(side) => (
              <Select
                inline
                label={<VisuallyHidden>{side === 0 ? 'First design' : 'Second design'}</VisuallyHidden>}
                value={pair[side]}
                options={(designs ?? []).map(({ id, title }) => ({ value: id, title }))}
                onChange={(design) => pick(withSide(pair, side, design))}
              />
            )}
            onOpen={(side) => {
              playground.getState().edit({ subject: 'design', change: { design: pair[side] } })
              onClose()
            }}
          />
        )}
      </div>
      {/* Below the charts, which fill the view. */}
      {answers && <Sequences answers={answers} />}
    </>
  )
}

/** Both answers as Markdown, one below the other. */
async function pairMarkdown(
  pair: readonly string[],
  titleOf: (design: string) => string,
  link: string,
): Promise<string | undefined> {
  const { scenario } = playground.getState()
  const answers = await Promise.all(
    pair.map(async (design) => {
      const answer = await workerApi().markdownFor({ ...scenario, design }, link)
      return answer && `### ${titleOf(design)}\n\n${answer}`
    }),
  )
  return answers.includes(undefined) ? undefined : answers.join('\n\n')
}

function Difference({ pair }: { readonly pair: readonly [string, string] }) {
  const designs = usePlayground((now) => now.designs)
  const rows = useComparison()
  if (designs === undefined || rows === undefined) return '…'
  const judged = (id: string) => {
    const row = rows.find(({ design }) => design === id)
    return row && { title: designs.find((design) => design.id === id)?.title ?? id, row }
  }
  const [left, right] = [judged(pair[0]), judged(pair[1])]
  const words = left && right ? differenceInWords([left, right]) : []
  if (words.length === 0) return 'The scenario is not fully understood, so neither design decides it.'
  return <Words of={words} />
}

/** The answer to the page’s scenario under a design; the answer before until the new one is there. */
function useAnswerUnder(design: string): AnswerView | undefined {
  const scenario = usePlayground((now) => now.scenario)
  return useLastAnswer(() => workerApi().answer({ ...scenario, design }), [scenario, design])
}
