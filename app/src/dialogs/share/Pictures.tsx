import { plainText } from '@authz-playground/engine'
import { useId, useState } from 'react'
import { useLastAnswer, usePlayground, workerApi } from '../../session/index.ts'
import { announce, Button, CopyButton, fileName, Icon, Select, saveFile, Words } from '../../ui/index.ts'
import type { AnswerView, PictureForm } from '../../worker/index.ts'
import styles from './Pictures.module.css'

/** A text form: its name, its purpose, its file, and how it is made. */
interface TextForm {
  readonly name: string
  readonly about: string
  readonly ending: string
  readonly type: string
  text(title: string): Promise<string | undefined>
}

const SVG = 'image/svg+xml'
const PNG = 'image/png'
const picture = (form: PictureForm) => (title: string) => workerApi().picture(form, title)

const FORMS: readonly TextForm[] = [
  { name: 'SVG', about: 'Light and dark in one file.', ending: 'svg', type: SVG, text: picture('svg') },
  {
    name: 'Animated SVG',
    about: 'Replays the request once, without a script.',
    ending: 'animated.svg',
    type: SVG,
    text: picture('animated-svg'),
  },
  {
    name: 'Mermaid',
    about: 'The chart’s source, with the way taken.',
    ending: 'mmd',
    type: 'text/vnd.mermaid',
    text: picture('mermaid'),
  },
  {
    name: 'Markdown',
    about: 'Answer, checks and chart, as GitHub shows them.',
    ending: 'md',
    type: 'text/markdown',
    text: () => workerApi().markdown(location.href),
  },
]

type ThemedForm = 'light-svg' | 'dark-svg'

const THEMES: readonly { readonly value: ThemedForm; readonly title: string }[] = [
  { value: 'light-svg', title: 'Light' },
  { value: 'dark-svg', title: 'Dark' },
]

const NOT_NOW = 'The answer changed while the picture was made. Try again.'

/** The answer as a picture, in every form that can be saved or copied. */
export function Pictures({ title }: { readonly title: string }) {
  const answer = usePlayground((now) => now.answer)
  const heading = useId()
  const preview = usePreview(answer, title)
  const [problem, setProblem] = useState<string>()
  const decided = answer?.trace !== undefined

  async function made<T>(make: () => Promise<T | undefined>): Promise<T | undefined> {
    try {
      const result = await make()
      setProblem(result === undefined ? NOT_NOW : undefined)
      return result
    } catch (error) {
      setProblem(`The picture was not made: ${error instanceof Error ? error.message : String(error)}.`)
      return undefined
    }
  }

  return (
    <section className={styles.pictures} aria-labelledby={heading}>
      <h3 id={heading}>Picture</h3>
      {decided ? (
        <div className={styles.beside}>
          <div className={styles.preview}>
            {preview !== undefined && <img src={preview} alt={`Preview: ${plainText(answer.sentence)}`} />}
          </div>
          <ul>
            {FORMS.slice(0, 1).map((form) => (
              <TextRow key={form.name} form={form} title={title} made={made} />
            ))}
            <PngRow title={title} made={made} onProblem={setProblem} />
            {FORMS.slice(1).map((form) => (
              <TextRow key={form.name} form={form} title={title} made={made} />
            ))}
          </ul>
        </div>
      ) : (
        <p className={styles.about}>
          A picture needs a decided request.{answer !== undefined && ' '}
          {answer !== undefined && <Words of={answer.sentence} />}
        </p>
      )}
      <div role="alert" className={styles.problem}>
        {problem !== undefined && <p>{problem}</p>}
      </div>
    </section>
  )
}

interface RowProps {
  readonly title: string
  /** Makes a picture, and says why where there is none. */
  made<T>(make: () => Promise<T | undefined>): Promise<T | undefined>
}

function PngRow({ title, made, onProblem }: RowProps & { onProblem(problem: string): void }) {
  const [theme, setTheme] = useState<ThemedForm>('light-svg')

  const png = (): Promise<Blob | undefined> =>
    made(async () => {
      const svg = await workerApi().picture(theme, title)
      return svg === undefined ? undefined : pngOf(svg)
    })

  /** Begins to write at once, with a promise of the picture: WebKit allows nothing that comes later than the click. */
  async function copyPng(): Promise<void> {
    const blob = png()
    const written = blob.then((made) => made ?? Promise.reject(new Error(NOT_NOW)))
    // A browser that refuses does not wait for it.
    written.catch(() => undefined)
    try {
      await navigator.clipboard.write([new ClipboardItem({ [PNG]: written })])
      announce('Copied')
    } catch {
      // Why there is no picture is on the page already.
      if ((await blob) === undefined) return
      onProblem('The browser did not let the page put the picture on the clipboard. Save it instead.')
    }
  }

  return (
    <li className={styles.form}>
      <span className={styles.name}>
        PNG
        <Select<ThemedForm> inline label="Theme" value={theme} options={THEMES} onChange={setTheme} />
      </span>
      <span className={styles.actions}>
        <Button
          look="quiet"
          aria-label="Copy PNG"
          onClick={(event) => {
            // In WebKit Monaco writes to the clipboard at every click that reaches the body, and the last
            // write wins.
            event.stopPropagation()
            void copyPng()
          }}
        >
          <Icon name="copy" />
          Copy
        </Button>
        <Button
          look="quiet"
          aria-label="Save PNG"
          onClick={async () => {
            const blob = await png()
            if (blob !== undefined) saveFile(fileName(title, 'png'), blob)
          }}
        >
          Save
        </Button>
      </span>
    </li>
  )
}

function TextRow({ form: { name, about, ending, type, text }, title, made }: RowProps & { readonly form: TextForm }) {
  return (
    <li className={styles.form}>
      <span className={styles.name}>
        {name} <span className={styles.about}>{about}</span>
      </span>
      <span className={styles.actions}>
        <CopyButton label={name} text={() => made(() => text(title))} />
        <Button
          look="quiet"
          aria-label={`Save ${name}`}
          onClick={async () => {
            const content = await made(() => text(title))
            if (content !== undefined) saveFile(fileName(title, ending), content, type)
          }}
        >
          Save
        </Button>
      </span>
    </li>
  )
}

/**
 * The address of the answer’s picture, made again when the answer or its title changes; undefined until then, and where
 * there is no picture.
 */
function usePreview(answer: AnswerView | undefined, title: string): string | undefined {
  const drawn = answer?.trace !== undefined
  const svg = useLastAnswer(() => (drawn ? workerApi().picture('svg', title) : undefined), [answer, title])
  // A data URL, because a revoked blob URL is an error of the page while its image still loads.
  return drawn && svg !== undefined ? `data:image/svg+xml,${encodeURIComponent(svg)}` : undefined
}

/** Pixels of the image per px of the picture: sharp on most screens, and on paper. */
const SCALE = 2

/** The largest width and height of a canvas that all browsers support. Px. */
const MOST = 8000

/** Draws an SVG as a PNG. Rejects where the browser cannot draw it. */
async function pngOf(svg: string): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    const { naturalWidth: width, naturalHeight: height } = image
    const scale = Math.min(SCALE, MOST / Math.max(width, height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(width * scale)
    canvas.height = Math.round(height * scale)
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob === null ? reject(new Error('the browser made no PNG')) : resolve(blob)), PNG)
    })
  } finally {
    URL.revokeObjectURL(address)
  }
}
