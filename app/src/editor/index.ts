export { CodeEditor } from './CodeEditor.tsx'
export type { CodeEditorProps, EditorFinding, LineMark, MissingWord, QuickFix, Remark, Reveal } from './props.ts'
export { smallestEdit } from './text-edit.ts'
