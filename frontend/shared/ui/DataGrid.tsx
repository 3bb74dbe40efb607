import './data-grid.css';
import {
  defaultRangeExtractor,
  observeElementRect,
  type Range,
  useVirtualizer,
} from '@tanstack/react-virtual';
import type { PrimitiveAtom } from 'jotai';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type GridKeys, gridRowId, placeOf, useGridFocus } from './grid-focus.js';
import { isKey, isTypedInto } from './keys.js';

/** A column of a grid. */
export type GridColumn<Row> = {
  name: string;
  heading: ReactNode;
  /** Its track, as CSS says it. */
  width: string;
  align?: 'end';
  isRowHeader?: boolean;
  /** Renders the cell; the controls of the current row alone can be reached with Tab. */
  cell: (row: Row, isCurrent: boolean) => ReactNode;
  /** The editor that takes the place of the cell; Enter, F2 and a double click open it. */
  editor?: (row: Row, close: () => void) => ReactNode;
};

/** The place of a menu on the page, in pixels. */
export type MenuPoint = { left: number; top: number };

type RowAttributes = Readonly<Record<`data-${string}`, string | number | boolean | undefined>>;

type DataGridProps<Row> = {
  keys: GridKeys;
  label: string;
  columns: readonly GridColumn<Row>[];
  rows: readonly Row[];
  idOf: (row: Row) => number;
  /** In pixels, as `minWidth`. */
  rowHeight: number;
  minWidth: number;
  /** The row that the keyboard is on. */
  currentAtom: PrimitiveAtom<number | null>;
  /** The column to begin at when the focus goes from cell to cell; left out, it goes from row to row. */
  firstColumn?: number;
  pageRows?: number;
  /** The headings above rows, by the id of the row below. */
  heads?: ReadonlyMap<number, ReactNode>;
  /** Content beneath one of the rows. */
  expansion?: { id: number; content: ReactNode } | null;
  /** Puts every row in the document, not only those in sight. */
  isWhole?: boolean;
  attributes?: (row: Row) => RowAttributes;
  isSelected?: (row: Row) => boolean;
  isMultiselectable?: boolean;
  /** True if there are more rows than are listed. */
  hasMore?: boolean;
  /** The last row came near. */
  onEnd?: () => void;
  /** A key that is no step; `isOnPlace` unless a control in the row has the focus. Answers whether it was used. */
  onKey?: (event: KeyboardEvent, row: Row, isOnPlace: boolean) => boolean;
  /** The keyboard went from one row to another. */
  onStep?: (event: KeyboardEvent, from: Row, to: Row) => void;
  onPick?: (event: MouseEvent, row: Row, column: number) => void;
  /** The menu of a row is asked for, by the right button, the menu key or Shift+F10. */
  onMenu?: (row: Row, at: MenuPoint) => void;
  /** Names the list. A row with the focus that leaves it leaves the focus to the grid: no key must reach the next row. */
  staysIn: string;
  /** Says that staff settled a row here: the next one has the focus. */
  isSettledHere?: (id: number) => boolean;
  pane?: RefObject<HTMLDivElement | null>;
};

const HEAD_HEIGHT = 26;
const OVERSCAN = 12;
/** Distance of a row's menu from its edge when opened by key. */
const MENU_INDENT = 90;
/** Before the grid was measured. */
const FIRST_SIGHT = { width: 1200, height: 900 };

/** A row, or what stands across all columns above or beneath it. */
type Line<Row> = { key: string; row: Row; across?: { kind: 'head' | 'expansion'; content: ReactNode } };
type Place = { id: number; column: number };

/** Rows with one tab stop: steps by key, selection, editing in place; only what is in sight is in the document. */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { keys, columns, rows, idOf, rowHeight, heads, firstColumn, onPick } = props;
  const ownPane = useRef<HTMLDivElement>(null);
  const pane = props.pane ?? ownPane;
  const [edited, setEdited] = useState<Place | null>(null);
  const ids = useMemo(() => rows.map(idOf), [rows, idOf]);
  const { index, current, column, isFocused, focusCurrent, step, focusProps } = useGridFocus({
    pane,
    keys,
    ids,
    firstColumn,
    currentAtom: props.currentAtom,
    columns: columns.length,
    pageRows: props.pageRows ?? 10,
    isEdited: edited !== null,
    staysIn: props.staysIn,
    isSettledHere: props.isSettledHere,
  });
  const { expansion } = props;
  const lines = useMemo(() => linesOf(rows, idOf, heads, expansion), [rows, idOf, heads, expansion]);
  const visible = useVisibleLines(pane, lines, { rowHeight, current, isWhole: props.isWhole });

  const last = visible.items.at(-1);
  const isAtEnd = last !== undefined && last.index === lines.length - 1;
  const { onEnd } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again whenever rows were added
  useEffect(() => {
    if (isAtEnd) onEnd?.();
  }, [isAtEnd, lines.length]);

  const closeEditor = useCallback((id: number, at: number) => {
    setEdited((now) => (now?.id === id && now.column === at ? null : now));
  }, []);
  const openEditor = (place: Place | null): boolean => {
    if (!place || !columns[place.column]?.editor) return false;
    setEdited(place);
    return true;
  };
  const rowOf = (id: number) => rows[ids.indexOf(id)];

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (isTypedInto(event.target)) return;
    const row = rows[index];
    const isOnPlace = isFocused(event.target);
    if (row && event.target === pane.current) {
      if (!event.key.startsWith('Arrow')) return;
      focusCurrent();
      event.preventDefault();
      return;
    }
    if (row && props.onMenu && isKey(event, 'deskMenu')) {
      const { left, bottom } = (event.target as Element).getBoundingClientRect();
      event.preventDefault();
      props.onMenu(row, { left: left + MENU_INDENT, top: bottom });
      return;
    }
    const to = step(event);
    if (to !== null) {
      const target = rows[to];
      if (row && target && row !== target) props.onStep?.(event, row, target);
    } else if (!row || current === undefined) return;
    else if (!props.onKey?.(event, row, isOnPlace)) {
      const edits = isOnPlace && column !== undefined && isKey(event, 'roomEdit');
      if (!edits || !openEditor({ id: current, column })) return;
    }
    event.preventDefault();
  };
  const onContextMenu = (event: MouseEvent) => {
    const place = placeOf(event.target);
    const row = place && rowOf(place.id);
    if (!row || !props.onMenu) return;
    event.preventDefault();
    props.onMenu(row, { left: event.clientX, top: event.clientY });
  };
  const onClick = (event: MouseEvent) => {
    const place = placeOf(event.target);
    const row = place && rowOf(place.id);
    if (row) onPick?.(event, row, place.column);
  };

  return (
    <div
      ref={pane}
      role="grid"
      className={`data-grid ${keys}-grid`}
      style={
        {
          '--columns': columns.map(({ width }) => width).join(' '),
          '--min-width': `${props.minWidth}px`,
          '--row-height': `${rowHeight}px`,
          '--head-height': `${HEAD_HEIGHT}px`,
        } as CSSProperties
      }
      aria-label={props.label}
      aria-rowcount={props.hasMore ? -1 : lines.length + 1}
      aria-multiselectable={props.isMultiselectable}
      tabIndex={lines.length === 0 ? 0 : -1}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onContextMenu={onContextMenu}
      onMouseDown={(event) => firstColumn !== undefined && event.shiftKey && event.preventDefault()}
      onDoubleClick={(event) => openEditor(placeOf(event.target))}
      {...focusProps}
    >
      <div role="row" className="grid-header" aria-rowindex={1}>
        {columns.map(({ name, heading, align }) => (
          <span key={name} role="columnheader" data-column={name} data-align={align}>
            {heading}
          </span>
        ))}
      </div>
      <div role="rowgroup" className="grid-lines" style={{ height: visible.height }}>
        {visible.items.map(({ index: at, start }, nth) => {
          const line = lines[at];
          if (!line) return null;
          const gap = start - (visible.items[nth - 1]?.end ?? 0);
          if (line.across) {
            const { kind, content } = line.across;
            return (
              <div
                key={line.key}
                ref={kind === 'expansion' ? visible.measure : undefined}
                data-index={kind === 'expansion' ? at : undefined}
                role="row"
                className={`grid-${kind}`}
                style={{ marginTop: gap }}
                aria-rowindex={at + 2}
              >
                <div role={kind === 'head' ? 'rowheader' : 'gridcell'} aria-colspan={columns.length}>
                  {content}
                </div>
              </div>
            );
          }
          const id = idOf(line.row);
          return (
            <GridRow
              key={line.key}
              {...{ keys, columns, id, gap, index: at, row: line.row, attributes: props.attributes }}
              isCurrent={id === current}
              isSelected={props.isSelected?.(line.row)}
              isExpanded={expansion === undefined ? undefined : expansion?.id === id}
              focusedColumn={column === undefined || id === current ? column : -1}
              editedColumn={edited?.id === id ? edited.column : null}
              onClose={closeEditor}
            />
          );
        })}
      </div>
    </div>
  );
}

function linesOf<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => number,
  heads: ReadonlyMap<number, ReactNode> | undefined,
  expansion: DataGridProps<Row>['expansion'],
): Line<Row>[] {
  return rows.flatMap((row) => {
    const id = idOf(row);
    const across = (kind: 'head' | 'expansion', content: ReactNode): Line<Row>[] =>
      content === undefined ? [] : [{ key: `${kind}-${id}`, row, across: { kind, content } }];
    return [
      ...across('head', heads?.get(id)),
      { key: String(id), row },
      ...across('expansion', expansion?.id === id ? expansion.content : undefined),
    ];
  });
}

/** Before an expansion is measured. */
const EXPANSION_HEIGHT = 110;

function heightOf(line: Line<unknown> | undefined, rowHeight: number): number {
  if (!line?.across) return rowHeight;
  return line.across.kind === 'head' ? HEAD_HEIGHT : EXPANSION_HEIGHT;
}

type Sight = { rowHeight: number; current: number | undefined; isWhole: boolean | undefined };

/** The lines that are in sight or near, and the current row wherever it is. */
function useVisibleLines<Row>(
  pane: RefObject<HTMLElement | null>,
  lines: readonly Line<Row>[],
  { rowHeight, current, isWhole }: Sight,
) {
  const currentLine = useMemo(() => lines.findIndex(({ key }) => key === String(current)), [lines, current]);
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: lines.length,
    getScrollElement: () => pane.current,
    estimateSize: (index) => heightOf(lines[index], rowHeight),
    // Another function for other lines: their places are computed anew.
    getItemKey: useCallback((index: number) => lines[index]?.key ?? index, [lines]),
    overscan: isWhole ? lines.length : OVERSCAN,
    initialRect: FIRST_SIGHT,
    observeElementRect: (instance, report) =>
      observeElementRect(instance, (rect) => report(rect.height > 0 ? rect : FIRST_SIGHT)),
    rangeExtractor: useCallback(
      (range: Range) => {
        const shown = defaultRangeExtractor(range);
        if (currentLine < 0 || shown.includes(currentLine)) return shown;
        return currentLine < (shown[0] ?? 0) ? [currentLine, ...shown] : [...shown, currentLine];
      },
      [currentLine],
    ),
  });
  return {
    items: virtualizer.getVirtualItems(),
    height: virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
  };
}

type GridRowProps<Row> = {
  keys: GridKeys;
  columns: readonly GridColumn<Row>[];
  row: Row;
  id: number;
  index: number;
  /** The height of the lines above it that are left out. */
  gap: number;
  attributes: DataGridProps<Row>['attributes'];
  isCurrent: boolean;
  isSelected: boolean | undefined;
  /** Undefined where rows do not expand. */
  isExpanded: boolean | undefined;
  /** The cell that the focus lies on, -1 for none here; undefined when it lies on the row. */
  focusedColumn: number | undefined;
  editedColumn: number | null;
  onClose: (id: number, column: number) => void;
};

const GridRow = memo(function GridRow<Row>(props: GridRowProps<Row>) {
  const { columns, row, id, index, isCurrent, focusedColumn, editedColumn } = props;
  const rowStop = isCurrent ? 0 : -1;
  return (
    <div
      role="row"
      id={gridRowId(props.keys, id)}
      className="grid-row"
      data-row={id}
      {...props.attributes?.(row)}
      aria-rowindex={index + 2}
      aria-selected={props.isSelected}
      data-expanded={props.isExpanded}
      tabIndex={focusedColumn === undefined ? rowStop : undefined}
      style={{ marginTop: props.gap }}
    >
      {columns.map(({ name, align, isRowHeader, cell, editor }, at) => (
        <div
          key={name}
          role={isRowHeader ? 'rowheader' : 'gridcell'}
          data-column={name}
          data-align={align}
          tabIndex={focusedColumn === undefined ? undefined : focusedColumn === at ? 0 : -1}
        >
          {editor && editedColumn === at ? editor(row, () => props.onClose(id, at)) : cell(row, isCurrent)}
        </div>
      ))}
    </div>
  );
}) as <Row>(props: GridRowProps<Row>) => ReactNode;

type TwoLinesProps = {
  first: ReactNode;
  second?: ReactNode;
  /** The whole text, where it is more than the two lines. */
  tooltip?: string;
  /** A short mark before the first line. */
  mark?: string;
  strong?: boolean;
  urgent?: boolean;
};

/** The two lines of a cell, cut where they are too long, whole in the tooltip. */
export function TwoLines({ first, second, tooltip, mark, strong, urgent }: TwoLinesProps) {
  const texts = [first, second].filter((line) => typeof line === 'string' && line !== '');
  return (
    <div
      className="two-lines"
      data-strong={strong || undefined}
      data-urgent={urgent || undefined}
      data-tooltip={(tooltip ?? texts.join('\n')) || undefined}
    >
      <span className="first">
        {mark && <span className="grid-mark">{mark}</span>}
        {first}
      </span>
      {second && <span className="second">{second}</span>}
    </div>
  );
}
