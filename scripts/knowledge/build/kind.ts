/** What is wrong with a source, and where: `cardiovascular/vessels.txt:12`. */
export interface Fault {
  readonly at: string;
  readonly fault: string;
}

/** The tables of a package, as its sources say. */
export interface BuiltTables {
  /** Texts of the files by their name in the package. */
  readonly files: ReadonlyMap<string, string>;
  /** Which files make which table. */
  readonly tables: Readonly<Record<string, readonly string[]>>;
  readonly faults: readonly Fault[];
}

/** What a package answers to the test cases of its kind. */
export interface Answers {
  /** By the name of the case; none of a case that is for measuring alone. */
  readonly cases: ReadonlyMap<string, string>;
  /** How good the answers are, over all cases. */
  readonly figures: ReadonlyMap<string, string>;
}

/** One kind of knowledge: its sources lie in a folder of its name. */
export interface KnowledgeKind {
  readonly name: 'diseases' | 'drugs' | 'language';
  readonly packageId: string;
  build(): BuiltTables;
  /** @param models a folder with all packages of knowledge */
  answers(models: string): Promise<Answers>;
}
