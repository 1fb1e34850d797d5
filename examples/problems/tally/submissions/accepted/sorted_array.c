#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
    char word[21];
    int count;
};

static int by_word(const void *a, const void *b) {
    return strcmp(((const struct item *)a)->word, ((const struct item *)b)->word);
}

static int by_rank(const void *a, const void *b) {
    const struct item *x = a, *y = b;
    return x->count != y->count ? y->count - x->count : strcmp(x->word, y->word);
}

int main(void) {
    static struct item items[2000];
    int n, kinds = 0;
    if (scanf("%d", &n) != 1) return 1;
    for (int i = 0; i < n; i++) {
        if (scanf("%20s", items[i].word) != 1) return 1;
        for (char *c = items[i].word; *c; c++) *c = (char)tolower((unsigned char)*c);
        items[i].count = 1;
    }
    qsort(items, (size_t)n, sizeof *items, by_word);
    for (int i = 0; i < n; i++) {
        if (kinds && strcmp(items[kinds - 1].word, items[i].word) == 0)
            items[kinds - 1].count++;
        else
            items[kinds++] = items[i];
    }
    qsort(items, (size_t)kinds, sizeof *items, by_rank);
    for (int i = 0; i < kinds; i++) printf("%s %d\n", items[i].word, items[i].count);
    return 0;
}
