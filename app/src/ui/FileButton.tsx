import { type ReactNode, useRef } from 'react'
import { Button, type ButtonProps } from './Button.tsx'

interface FileButtonProps extends Pick<ButtonProps, 'look' | 'className'> {
  readonly children: ReactNode
  readonly multiple?: boolean
  /** Also files that say of themselves only that they are text. */
  readonly plainText?: boolean
  /** Called with one file at least. */
  onFiles(files: readonly File[]): void
}

/** A button that has files of YAML or JSON chosen. */
export function FileButton({ children, multiple, plainText, onFiles, ...rest }: FileButtonProps) {
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
        accept={`.yaml,.yml,.json,application/yaml,application/json${plainText ? ',.txt,text/plain' : ''}`}
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
