type TableHeadProps = {
  names: readonly string[];
  /** Columns of numbers, which stand at the right. */
  figures: readonly string[];
  /** Columns behind the numbers. */
  last?: readonly string[];
};

/** The head of a table of texts and figures. */
export function TableHead({ names, figures, last = [] }: TableHeadProps) {
  const texts = (some: readonly string[]) =>
    some.map((name) => (
      <th key={name} scope="col">
        {name}
      </th>
    ));
  return (
    <thead>
      <tr>
        {texts(names)}
        {figures.map((name) => (
          <th key={name} scope="col" data-figure>
            {name}
          </th>
        ))}
        {texts(last)}
      </tr>
    </thead>
  );
}
