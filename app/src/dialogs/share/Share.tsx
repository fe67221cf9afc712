import type { ScenarioLink } from '@authz-playground/engine/documents'
import { LONG_LINK } from '@authz-playground/engine/internal/scenario-file'
import type { Example } from '@authz-playground/examples'
import { useMemo, useRef, useState } from 'react'
import {
  type About,
  addressOf,
  editedAbout,
  isOutdated,
  openDialog,
  openText,
  playground,
  sharedOf,
  usePlayground,
  workerApi,
} from '../../session/index.ts'
import {
  Button,
  CopyButton,
  Dialog,
  FileButton,
  fileName,
  lazyPart,
  saveFile,
  shownName,
  TextArea,
  TextField,
  useRetriedEffect,
} from '../../ui/index.ts'
import { AsText } from './AsText.tsx'
import styles from './Share.module.css'

const pictures = lazyPart('Pictures', () => import('./Pictures.tsx').then(({ Pictures }) => Pictures))

interface ShareProps {
  /** The example that the scenario began as, where it is known. */
  readonly example: Example | undefined
  onClose(): void
}

/** The scenario on the page as a link, a file or a picture; and a file as the scenario on the page. */
export function Share({ example, onClose }: ShareProps) {
  const scenario = usePlayground((now) => now.scenario)
  const about = usePlayground((now) => now.about)
  const goals = usePlayground((now) => now.goals)
  const position = usePlayground(({ playback }) => playback.position)
  const last = usePlayground(({ answer }) => (answer?.trace?.steps.length ?? 1) - 1)
  const [atStep, setAtStep] = useState(false)
  const [asText, setAsText] = useState(false)
  const step = atStep && position < last ? position : undefined
  const { usual, document, link } = useMemo(
    () => sharedOf({ scenario, about, goals }, example, step),
    [scenario, about, goals, example, step],
  )
  const address = useAddress(link)
  const { title, explanation } = document
  const edit = (words: Partial<About>, subject: string): void =>
    playground.getState().setAbout(subject, editedAbout(about, words, usual))

  if (asText) return <AsText document={document} onClose={onClose} />
  return (
    <Dialog title="Share" onClose={onClose}>
      <div className={styles.share}>
        <TextField
          prose
          label="Title"
          placeholder="Your own scenario"
          value={title}
          onChange={(typed) => edit({ title: typed }, 'title')}
        />
        <TextArea
          label="Explanation"
          rows={3}
          value={explanation}
          note={
            about && isOutdated(about, scenario, 'explanation')
              ? 'It was written before the scenario was edited, and may be wrong now.'
              : 'What the scenario shows. `Backticks` mark Kubernetes nouns.'
          }
          onChange={(typed) => edit({ explanation: typed }, 'explanation')}
        />
        <div className={styles.link}>
          {address !== undefined && address.length > LONG_LINK ? (
            <>
              <p>
                The link has {address.length.toLocaleString('en')} characters. Some programs cut off links of more than{' '}
                {LONG_LINK.toLocaleString('en')}: save the scenario as a file, and send that.
              </p>
              <p>
                <CopyButton label="link" shown="Copy the link anyway" text={() => addressNow(link)} />
              </p>
            </>
          ) : (
            <>
              <div className={styles.row}>
                <TextField
                  data-first-focus
                  readOnly
                  label="Link"
                  value={address ?? ''}
                  onChange={() => undefined}
                  onFocus={({ target }) => target.select()}
                />
                <CopyButton label="link" text={() => addressNow(link)} />
                <Button look="quiet" aria-haspopup="dialog" onClick={() => openDialog('hand-out')}>
                  QR code
                </Button>
              </div>
              <p className={styles.note}>
                {'example' in link ? 'The link names the example' : 'The link holds the whole scenario'} after its #.
                Browsers send that part to no server.
              </p>
            </>
          )}
          {position < last && (
            <label className={styles.step}>
              <input type="checkbox" checked={atStep} onChange={({ target }) => setAtStep(target.checked)} />
              Open at step {position + 1} of {last + 1}
            </label>
          )}
        </div>
        <Files
          onSave={async () => saveFile(fileName(title), await workerApi().writeDocument(document))}
          onEdit={() => setAsText(true)}
          onClose={onClose}
        />
        <pictures.Shown title={title} />
      </div>
    </Dialog>
  )
}

interface FilesProps {
  onSave(): Promise<void>
  onEdit(): void
  onClose(): void
}

function Files({ onSave, onEdit, onClose }: FilesProps) {
  const [problems, setProblems] = useState<readonly string[]>([])

  async function open(file: File): Promise<void> {
    const found = await file.text().then(openText, () => ['The browser could not read it.'])
    if (found.length === 0) onClose()
    else setProblems([`“${shownName(file)}” was not opened.`, ...found])
  }

  return (
    <>
      <div className={styles.files}>
        <Button onClick={() => void onSave()}>Save as file</Button>
        <Button onClick={onEdit}>Edit as text</Button>
        <Button onClick={() => openDialog('author')}>Write a course</Button>
        <FileButton onFiles={([file]) => file && void open(file)}>Open a file</FileButton>
      </div>
      <div role="alert" className={styles.problems}>
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
      </div>
    </>
  )
}

/** The pause after typing before the link is made. Milliseconds. */
const PAUSE = 200

/** The address of a link: that of the page, with the scenario in its hash. */
async function addressNow(link: ScenarioLink): Promise<string> {
  return addressOf(location.href, await workerApi().link(link))
}

/** The same, made after a pause; undefined until the first one is there. */
function useAddress(link: ScenarioLink): string | undefined {
  const [address, setAddress] = useState<string>()
  const first = useRef(true)
  useRetriedEffect(
    (isCurrent) => {
      const timer = setTimeout(
        () => {
          addressNow(link).then(
            (made) => isCurrent() && setAddress(made),
            // When the worker has ended, the answer pane says so. There is just no link.
            () => undefined,
          )
        },
        first.current ? 0 : PAUSE,
      )
      first.current = false
      return () => clearTimeout(timer)
    },
    [link],
  )
  return address
}
