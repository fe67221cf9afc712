import { counted } from '@authz-playground/pictures'
import { type DragEvent, useId, useState } from 'react'
import { answeredIn, fillFromObserved, openConstrain, SOURCE_NAMES, screen, workerApi } from '../../session/index.ts'
import { Button, classes, Dialog, FileButton, LinkButton, shownName, useRetriedEffect, Words } from '../../ui/index.ts'
import type { ObservedView } from '../../worker/index.ts'
import styles from './BringIn.module.css'
import { ObservedList } from './ObservedList.tsx'

interface BringInProps {
  onClose(): void
}

/** The pause after typing before the text is read. Milliseconds. */
const PAUSE = 200

/** A longer text is used in full, but not shown in the field. Characters. */
const LONGEST_SHOWN = 200_000

/** A dialog that reads the output of a cluster about a request, and fills the page from it. */
export function BringIn({ onClose }: BringInProps) {
  const [text, setText] = useState(() => screen.getState().pasted)
  const [file, setFile] = useState<string>()
  const [files, setFiles] = useState<readonly File[]>([])
  const [refusedOnly, setRefusedOnly] = useState(false)
  const [problem, setProblem] = useState('')
  const read = useRead(text, refusedOnly)
  const id = useId()

  /** Reads all requests of the text, or of the files that it is from, for the rules that allow just these. */
  function constrain(): void {
    openConstrain(file === undefined ? [new File([text], 'pasted.log')] : files)
    onClose()
  }

  async function take(files: readonly File[]): Promise<void> {
    // The text of a compressed log is not read here.
    if (files.some(({ name }) => name.endsWith('.gz'))) {
      openConstrain(files)
      onClose()
      return
    }
    const texts = await Promise.all(files.map((one) => one.text())).catch(() => undefined)
    setProblem(texts === undefined ? 'The browser could not read the chosen files.' : '')
    if (texts === undefined) return
    setFile(files.map(shownName).join(', '))
    setFiles(files)
    setText(texts.join('\n'))
  }

  async function fill(one: ObservedView['shown'][number]): Promise<void> {
    await fillFromObserved(one)
    onClose()
  }

  const single = read?.total === 1 ? read.shown[0] : undefined
  return (
    <Dialog title="What the cluster said" size="wide" onClose={onClose}>
      <div className={styles.bring}>
        <p>
          Paste an audit event, lines of kube-apiserver’s log (<code>--v=5</code> has the checks), or the message of a
          403. The request and its requestor are filled in as far as the text goes; your policy stays.
        </p>
        <Source
          id={id}
          text={text}
          file={file}
          onText={(typed) => {
            setFile(undefined)
            setText(typed)
          }}
          onFiles={(files) => void take(files)}
        />
        <Found id={`${id}-read`} read={read} isEmpty={text.trim() === ''} problem={problem} onConstrain={constrain} />
        {read !== undefined && read.total > 1 && (
          <ObservedList
            read={read}
            refusedOnly={refusedOnly}
            onRefusedOnly={setRefusedOnly}
            onChoose={(one) => void fill(one)}
          />
        )}
        {(read === undefined || read.total <= 1) && (
          <div>
            <Button look="primary" disabled={single === undefined} onClick={() => single && void fill(single)}>
              Fill the request
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  )
}

interface SourceProps {
  readonly id: string
  readonly text: string
  /** The names of the files that the text is from. */
  readonly file: string | undefined
  onText(text: string): void
  onFiles(files: readonly File[]): void
}

/** The field for the text, on which files can be dropped. */
function Source({ id, text, file, onText, onFiles }: SourceProps) {
  const [dragging, setDragging] = useState(false)
  const large = text.length > LONGEST_SHOWN

  function drop(event: DragEvent): void {
    setDragging(false)
    const files = [...event.dataTransfer.files]
    if (files.length === 0) return
    event.preventDefault()
    onFiles(files)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: for the mouse; the button “Choose files” is for everybody
    <div
      className={classes(styles.drop, dragging && styles.over)}
      onDragOver={(event) => {
        event.preventDefault()
        setDragging(true)
      }}
      onDragLeave={() => setDragging(false)}
      onDrop={drop}
    >
      <label htmlFor={id} className={styles.label}>
        What the cluster said
      </label>
      <textarea
        id={id}
        className={styles.text}
        data-first-focus
        rows={7}
        spellCheck={false}
        value={large ? '' : text}
        placeholder={
          large
            ? `${file ?? 'The text'}: ${text.length.toLocaleString('en')} characters`
            : 'Error from server (Forbidden): pods is forbidden: User "jane" cannot list resource "pods" …'
        }
        aria-describedby={`${id}-read`}
        onChange={({ target }) => onText(target.value)}
      />
      <div className={styles.files}>
        <FileButton multiple logs onFiles={onFiles}>
          Choose files
        </FileButton>
        <span className={styles.soft}>{file === undefined ? 'or drop them here' : `From ${file}`}</span>
      </div>
    </div>
  )
}

interface FoundProps {
  readonly id: string
  readonly read: ObservedView | undefined
  /** Nothing was pasted or chosen. */
  readonly isEmpty: boolean
  /** Why files could not be read; empty where they could. */
  readonly problem: string
  onConstrain(): void
}

/** What was found in the text, in a few words. */
function Found({ id, read, isEmpty, problem, onConstrain }: FoundProps) {
  const single = read?.total === 1 ? read.shown[0] : undefined
  return (
    <div id={id} role="status" className={styles.read}>
      {problem !== '' && <p className={styles.problem}>{problem}</p>}
      {!isEmpty &&
        read?.problems.map((one) => (
          <p key={one} className={styles.problem}>
            {one}
          </p>
        ))}
      {read !== undefined && read.total > 1 && (
        <p>
          {counted(read.total, 'request')}, {read.refused.toLocaleString('en')} of them refused. Choose one.
          {read.impersonated > 1 && (
            <>
              {' '}
              <LinkButton aria-haspopup="dialog" onClick={onConstrain}>
                Make rules for the {read.impersonated.toLocaleString('en')} with impersonation
              </LinkButton>
            </>
          )}
        </p>
      )}
      {single && (
        <p>
          From {SOURCE_NAMES[single.observed.source]}: <Words of={single.words} />
          {`${answeredIn(single.observed)}.`}
        </p>
      )}
    </div>
  )
}

/** The requests in the text, as the worker read them last. */
function useRead(text: string, refusedOnly: boolean): ObservedView | undefined {
  const [read, setRead] = useState<ObservedView>()
  useRetriedEffect(
    (isCurrent) => {
      const timer = setTimeout(
        () =>
          void workerApi()
            .parseClusterOutput(text, refusedOnly)
            .then(
              (view) => isCurrent() && setRead(view),
              // When the worker has ended, the answer pane says so.
              () => undefined,
            ),
        PAUSE,
      )
      return () => clearTimeout(timer)
    },
    [text, refusedOnly],
  )
  return read
}
