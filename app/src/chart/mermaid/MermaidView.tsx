import { plainText } from '@authz-playground/engine'
import { useState, useSyncExternalStore } from 'react'
import { CopyButton, classes, didNotArrive, LinkButton, MissingPart } from '../../ui/index.ts'
import type { AnswerView } from '../../worker/index.ts'
import styles from './MermaidView.module.css'
import { type MermaidState, useMermaidImage } from './useMermaidImage.ts'

/** The chart as mermaid draws its text elsewhere, with heavy lines for the edges that were taken. */
export function MermaidView({ answer }: { readonly answer: AnswerView }) {
  const { state, tryAgain } = useMermaidImage(answer, useDarkScheme())
  return (
    <div className={styles.view}>
      {state.is === 'waiting' && <p className={styles.words}>mermaid is being loaded, to draw the chart.</p>}
      {state.is === 'missing' && <MissingPart words={didNotArrive('As mermaid')} onTryAgain={tryAgain} />}
      {state.is === 'drawn' && <Drawing state={state} answer={answer} />}
    </div>
  )
}

interface DrawingProps {
  readonly state: Extract<MermaidState, { readonly is: 'drawn' }>
  readonly answer: AnswerView
}

/** The drawing in the width of its pane, or in its own size. */
function Drawing({ state, answer: { design, sentence } }: DrawingProps) {
  const [inOwnSize, setInOwnSize] = useState(false)
  const { svg, width, height } = state.image
  return (
    <>
      <p className={styles.words}>
        As GitHub and other places draw it where the text is pasted. <CopyButton text={state.source} label="Mermaid" />{' '}
        <LinkButton onClick={() => setInOwnSize(!inOwnSize)}>{inOwnSize ? 'Fit to the width' : 'Full size'}</LinkButton>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className={styles.scroller} aria-label="As mermaid draws it" tabIndex={0}>
        <img
          className={classes(!inOwnSize && styles.fitted)}
          src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
          width={width}
          height={height}
          alt={`Flowchart of ${design.title}, as mermaid draws it. ${plainText(sentence)}`}
        />
      </section>
      <details className={styles.text}>
        <summary>The text</summary>
        <pre>{state.source}</pre>
      </details>
    </>
  )
}

const SYSTEM = '(prefers-color-scheme: dark)'

function subscribe(changed: () => void): () => void {
  const chosen = new MutationObserver(changed)
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const system = matchMedia(SYSTEM)
  system.addEventListener('change', changed)
  return () => {
    chosen.disconnect()
    system.removeEventListener('change', changed)
  }
}

/** Whether the page is dark, by the person’s choice or that of their system. For drawings with their own colours. */
function useDarkScheme(): boolean {
  return useSyncExternalStore(subscribe, () => {
    const { theme } = document.documentElement.dataset
    return theme === undefined ? matchMedia(SYSTEM).matches : theme === 'dark'
  })
}
