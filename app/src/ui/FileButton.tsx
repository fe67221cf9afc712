import { type ReactNode, useRef } from 'react'
import { Button, type ButtonProps } from './Button.tsx'

interface FileButtonProps extends Pick<ButtonProps, 'look' | 'className'> {
  readonly children: ReactNode
  readonly multiple?: boolean
  /** Also files that say of themselves only that they are text. */
  readonly plainText?: boolean
  /** Files of logs, and nothing else. */
  readonly logs?: boolean
  /** Called with one file at least. */
  onFiles(files: readonly File[]): void
}

const OBJECTS = '.yaml,.yml,.json,application/yaml,application/json'
const PLAIN_TEXT = '.txt,text/plain'
const LOGS = `.log,.jsonl,.ndjson,${PLAIN_TEXT},${OBJECTS}`

/** A button that has files of YAML or JSON chosen, or of logs. */
export function FileButton({ children, multiple, plainText, logs, onFiles, ...rest }: FileButtonProps) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...rest} onClick={() => picker.current?.click()}>
        {children}
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        multiple={multiple}
        accept={logs ? LOGS : `${OBJECTS}${plainText ? `,${PLAIN_TEXT}` : ''}`}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // So that the same file can be chosen again.
          currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}
