// A C target needs a source file; everything here is in the headers.
