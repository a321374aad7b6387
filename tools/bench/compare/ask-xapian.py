"""Xapian over lines of JSON: `fill` reads foods, `serve` answers {"q": …} and {"id": …}, one line each."""
import json
import sys
import unicodedata
import xapian

ANSWERS = 10
NGRAMS = xapian.TermGenerator.FLAG_CJK_NGRAM


def fold(text):
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c)).lower()


def fill(path):
    db = xapian.WritableDatabase(path, xapian.DB_CREATE_OR_OVERWRITE)
    generator = xapian.TermGenerator()
    generator.set_database(db)
    generator.set_flags(xapian.TermGenerator.FLAG_SPELLING | NGRAMS)
    for line in sys.stdin:
        food = json.loads(line)
        document = xapian.Document()
        document.set_data(line)
        document.add_boolean_term("Q%d" % food["id"])
        generator.set_document(document)
        generator.index_text(fold(food["name"]))
        db.add_document(document)
    db.commit()


def serve(path):
    db = xapian.Database(path)
    parser = xapian.QueryParser()
    parser.set_database(db)
    parser.set_max_expansion(100, xapian.Query.WILDCARD_LIMIT_MOST_FREQUENT)
    flags = NGRAMS | xapian.QueryParser.FLAG_PARTIAL | xapian.QueryParser.FLAG_SPELLING_CORRECTION
    enquire = xapian.Enquire(db)

    def find(query):
        enquire.set_query(query)
        return [json.loads(match.document.get_data()) for match in enquire.get_mset(0, ANSWERS)]

    def search(text):
        text = fold(text)
        for operator in (xapian.Query.OP_AND, xapian.Query.OP_OR):
            parser.set_default_op(operator)
            found = find(parser.parse_query(text, flags))
            corrected = parser.get_corrected_query_string()
            if not found and corrected:
                found = find(parser.parse_query(corrected, flags))
            if found:
                return found
        return []

    for line in sys.stdin:
        asked = json.loads(line)
        answer = search(asked["q"]) if "q" in asked else find(xapian.Query("Q%d" % asked["id"]))
        print(json.dumps(answer, ensure_ascii=False), flush=True)


{"fill": fill, "serve": serve}[sys.argv[1]](sys.argv[2])
